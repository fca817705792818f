"""Logarithms of what is made of probabilities, which the logits give as well."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.log_of_probability import LogOfProbability as Match
from jaxopt_lint.patterns.log_of_probability import log_of_probability
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.recurrence import in_test


class LogOfProbability(Rule[Match]):
    """The logarithm is taken of one minus a sigmoid, or of a softmax with a floor under it.

    ## Why is this bad?
    A small probability is rounded to 0 before the logarithm sees it, and `1 - sigmoid(x)` is from
    17 on. A small number that is added, or put in the place of 0, keeps the logarithm finite, but
    not its slope: a confident wrong answer then teaches nothing. The logits have it all:
    `jax.nn.log_softmax(x)`, `jax.nn.log_sigmoid(x)`, and `jax.nn.log_sigmoid(-x)` for the
    complement. What the logarithm is of directly, `log-of-softmax` tells; this rule follows the
    probability through names, functions and models of the file that end in one, and parameters to
    which all callers give one.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def cross_entropy(logits, targets):
        p = jax.nn.sigmoid(logits)
        return -jnp.log(1 - p) * (1 - targets)
    ```
    Take `jax.nn.log_sigmoid(-logits)`, or `optax.sigmoid_binary_cross_entropy(logits, targets)`.

    ## When to keep it
    Where the floor is part of the model. Probabilities with a floor are for information, and so is
    all where no gradient is seen to be taken, and no network gives the logarithm. With 64 bits,
    only floors and complements are told, for information.
    """

    code = "JOL531"
    summary = "A logarithm is taken of a rounded probability, which the logits give exactly"
    words = ("softmax", "sigmoid")

    def matches(self) -> Iterable[Match]:
        """Of the same logarithm in several branches of a function, the first."""
        first: dict[tuple[ast.AST | None, str], Match] = {}
        for call in self.facts.module.all(ast.Call):
            found = log_of_probability(self.facts, call)
            if found is not None and not in_test(self.facts, call):
                first.setdefault((self.facts.module.function(call), ast.dump(call)), found)
        return first.values()

    def judge(self, found: Match) -> None:
        node = found.node
        near = self.facts.module.function(found.inner) is self.facts.module.function(node)
        made = found.inner.func if isinstance(found.inner, ast.Call) else None
        name = f"`{self.source(made)}`" if made is not None else f"the {found.function}"
        self.report(
            found,
            f"{name}{'' if near else f' on line {found.inner.lineno}'} rounds small probabilities "
            f"to 0 before {self.quoted(node, 'the logarithm')} sees them: their gradient is lost",
            help=f"take the logarithm of the logits: `{found.stable}`",
            severity=None if found.plain and found.learned else Severity.INFO,
        )
