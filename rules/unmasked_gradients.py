"""Masks that let the gradients of some parameters through as they are."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.optax_chains import FINISHING, handed_over, optimizer_updates
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import argument


class UnmaskedGradients(Rule[ast.Call]):
    """A masked optimizer of Optax is used alone: the other parameters get their plain gradients.

    ## Why is this bad?
    `optax.masked(optax.adam(1e-3), mask)` transforms the gradients where the mask holds, and hands
    on all others as they are. So parameters that are meant to be frozen get their gradients
    *added*, at a rate of 1 and up the loss. In the same way `optax.multi_transform` has to know
    every label: it raises `ValueError` for one that has no transformation.

    ## Example
    ```python
    import optax

    optimizer = optax.masked(optax.adam(1e-3), {"head": True, "body": False})


    def step(params, state, grads):
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state
    ```
    Say what happens to the rest: `optax.multi_transform({"train": optax.adam(1e-3), "freeze":
    optax.set_to_zero()}, labels)`.

    ## When to keep it
    Where the rest has no gradients at all. A part of a chain is not reported.
    """

    code = "JOL824"
    summary = "Parameters outside of a mask get their plain gradients"
    words = ("optax",)

    def visit_Call(self, node: ast.Call) -> None:
        name = (self.facts.names.call(node) or "").replace("optax.transforms.", "optax.")
        if name in ("optax.multi_transform", "optax.partition"):
            self._labels(node)
        if name != "optax.masked" or not node.args:
            return
        inner = origins(self.facts, node.args[0])
        made_by = (self.facts.names.call(inner[0]) or "") if len(inner) == 1 else ""
        if made_by.removeprefix("optax.") not in FINISHING:
            return
        if not (optimizer_updates(self.facts, node) or handed_over(self.facts, node)):
            self.facts.doubt(node, "{} may be a part of something larger", node)
            return
        self.report(
            node,
            f"`optax.masked` hands the gradients of all other parameters on as they are, and they "
            f"are added to these: only `{made_by}` makes steps of them",
            help="use `optax.multi_transform` with `optax.set_to_zero()` for the rest",
            assumed=("not all parameters are in the mask",),
        )

    def _labels(self, node: ast.Call) -> None:
        """The labels that stand there, where each has to be known."""
        match argument(node, 0, "transforms"), argument(node, 1, "param_labels"):
            case ast.Dict(known, _), ast.Dict(_, given):
                pass
            case _:
                return
        names = {k.value for k in known if isinstance(k, ast.Constant)}
        if len(names) != len(known) or error_meant(self.facts, node):
            return
        for label in given:
            if isinstance(label, ast.Constant) and label.value not in names:
                self.report(
                    node,
                    f"no transformation is given for the label {label.value!r}: `init` raises "
                    "ValueError",
                    at=label,
                    severity=Severity.ERROR,
                    help="give it one, `optax.set_to_zero()` where nothing is to change",
                )
