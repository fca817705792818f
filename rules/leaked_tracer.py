"""Traced values that are stored where they outlive the trace."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.recurrence import loop_around
from jaxopt_lint.semantics.subjects.purity.side_effects import SideEffect, side_effects


class LeakedTracer(Rule[SideEffect]):
    """Traced code stores a traced value on `self`, in a global or in a list outside.

    ## Why is this bad?
    A traced value stands for an array while JAX records the computation. After that it is void:
    whoever reads it from the attribute, the global or the list gets `UnexpectedTracerError`, and
    on later calls of the compiled code nothing is stored at all.

    ## Example
    ```python
    from functools import partial

    import jax
    import jax.numpy as jnp


    class Learner:
        def __init__(self, params):
            self.params = params

        @partial(jax.jit, static_argnums=0)
        def update(self, params, x):
            grads = jax.grad(lambda p: jnp.mean((x @ p) ** 2))(params)
            self.params = params - 0.1 * grads
            return jnp.linalg.norm(grads)
    ```
    Return the value as a further result and store it outside: `learner.params, norm = update(...)`.

    ## When to keep it
    Never, if anything reads it outside; a part of an object that the file does not read behind that
    is for information. Values that only code of the same trace reads back, state that a framework
    looks after (Flax, Haiku, Equinox), and tests are not reported. Where this rule reports a place,
    `side-effect-in-traced-code` does not.
    """

    code = "JOL804"
    summary = "A traced value is stored where it outlives the trace"
    severity = Severity.ERROR
    words = ("jax", "equinox", "flax")
    matches = each(side_effects)

    def judge(self, found: SideEffect) -> None:
        if not found.traced or found.how == "print":
            return
        self.report(
            found,
            f"`{found.target}` keeps a traced value after its trace: reading it there raises "
            "UnexpectedTracerError",
            help="return the value, and store it outside",
            severity=Severity.INFO if self._is_read_before(found) else None,
        )

    def _is_read_before(self, found: SideEffect) -> bool:
        """Whether a part of an object from outside, which takes the place of what was there, is
        only read in front of the function that stores it: nothing that this file shows comes upon
        the traced value, as where each function sets `model.params` for a method of the model."""
        module, function = self.facts.module, self.facts.module.function(found.node)
        targets = found.node.targets if isinstance(found.node, ast.Assign) else []
        for target in targets:
            if not isinstance(target, ast.Attribute) or function is None:
                return False
            if not isinstance(target.value, ast.Name) or module.is_self(target.value):
                return False
            around = module.function(function)
            for read in module.attributes(target.attr):
                same = isinstance(read.value, ast.Name) and read.value.id == target.value.id
                if not same or not isinstance(read.ctx, ast.Load):
                    continue
                in_front = read.lineno < function.lineno and module.function(read) is around
                if not in_front or loop_around(self.facts, read) is not None:
                    return False
        return bool(targets)
