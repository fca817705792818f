"""Accumulation that comes after the optimizer, and sums finished updates."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.optax_chains import Part, parts_of
from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.python import argument

# What keeps moments of the gradients, or scales by them.
_ADAPTIVE = frozenset(
    {"adabelief", "adadelta", "adafactor", "adagrad", "adam", "adamax", "adamaxw", "adamw", "adan",
     "amsgrad", "lamb", "lion", "nadam", "nadamw", "novograd", "radam", "rmsprop", "rprop", "yogi",
     "scale_by_adam", "scale_by_adamax", "scale_by_amsgrad", "scale_by_belief", "scale_by_lion",
     "scale_by_novograd", "scale_by_radam", "scale_by_rms", "scale_by_rss", "scale_by_stddev",
     "scale_by_yogi"}
)  # fmt: skip


class UpdatesAccumulated(Rule[ast.expr]):
    """In a chain of Optax, `apply_every` stands behind an optimizer with moments.

    ## Why is this bad?
    `optax.apply_every(k)` sums what comes to it and lets it through on every k-th step. Behind
    `optax.adam` that is no accumulation of gradients: the moments see each small batch by itself,
    every one of them makes a whole update of the size of the learning rate, and k of these are
    added. The step is up to k times as long as that of one large batch, and as noisy as that of a
    small one.

    ## Example
    ```python
    import optax

    optimizer = optax.chain(
        optax.clip_by_global_norm(1.0), optax.adam(1e-3), optax.apply_every(4)
    )
    ```
    `MultiSteps` averages the gradients, and runs the optimizer on the average:
    ```python
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3))
    optimizer = optax.MultiSteps(optimizer, every_k_schedule=4)
    ```

    ## When to keep it
    Where the sum of updates is what is wanted. Behind `sgd` without momentum it is the same as the
    sum of the gradients, and is not reported, nor is `apply_every(1)`.
    """

    code = "JOL845"
    summary = "In a chain of Optax, finished updates are accumulated, not gradients"
    words = ("apply_every",)

    def visit_Call(self, node: ast.Call) -> None:
        if self.facts.names.call(node) != "optax.chain":
            return
        parts = [one for given in node.args for one in self._parts(given)]
        adaptive = next((p for p in parts if p is not None and p.name in _ADAPTIVE), None)
        if adaptive is None or None in parts[: parts.index(adaptive)]:
            return
        for part in parts[parts.index(adaptive) + 1 :]:
            every = argument(part.made, 0, "k") if part is not None else None
            if part is None or every is None or part.name != "apply_every":
                continue
            if isinstance(every, ast.Constant) and every.value == 1:
                continue
            self.report(
                part.node,
                f"`optax.apply_every` stands behind `optax.{adaptive.name}`: it adds up "
                f"{self.quoted(every, 'k')} whole updates, each made of one small batch, and "
                "accumulates no gradients",
                help="`optax.MultiSteps` around the chain, with the same number",
            )

    def _parts(self, given: ast.expr) -> list[Part | None]:
        known = None if isinstance(given, ast.Starred) else parts_of(self.facts, given)
        return [*known] if known is not None else [None]
