"""Updates of optimizers that need the parameters, and do not get them."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import argument, unpacks

# Transformations that look at the parameters, whatever they are given.
_NEEDING = frozenset(
    {"adamw", "nadamw", "adamaxw", "lamb", "lars", "lion", "adafactor", "add_decayed_weights",
     "adaptive_grad_clip", "scale_by_trust_ratio", "keep_params_nonnegative", "fromage"}
)  # fmt: skip
# What hands the parameters on to the transformations that it is given first.
_AROUND = ("optax.apply_if_finite", "optax.masked", "optax.MultiSteps")


class UpdateWithoutParams(Rule[ast.Call]):
    """An optimizer that needs the parameters is asked for an update without them.

    ## Why is this bad?
    The third argument of `update` may be left out for most of Optax, not where weights decay or
    their norms count: `optax.adamw`, `optax.lamb`, `optax.lars`, `optax.lion` and whatever is
    chained with one of them raise `ValueError`.

    ## Example
    ```python
    import optax

    optimizer = optax.adamw(1e-3)


    def apply(params, state, grads):
        updates, state = optimizer.update(grads, state)
        return optax.apply_updates(params, updates), state
    ```
    Hand them over: `optimizer.update(grads, state, params)`.

    ## When to keep it
    Never: it raises. What waits for the error is not reported.
    """

    code = "JOL712"
    summary = "An optimizer that needs the parameters is not given them"
    severity = Severity.ERROR
    words = ("optax",)

    def visit_Call(self, node: ast.Call) -> None:
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr != "update" or unpacks(node):
            return
        params = argument(node, 2, "params")
        nothing = isinstance(params, ast.Constant) and params.value is None
        if len(node.args) < 2 or (params is not None and not nothing):
            return
        every = origins(self.facts, func.value)
        needing = [self._needing(one) for one in every]
        if not needing or not all(needing):
            return
        if error_meant(self.facts, node):
            self.facts.doubt(node, "the error of {} may be what is waited for", node)
            return
        self.report(
            node,
            f"`{needing[0]}` needs the parameters, and `{self.source(func)}` is not given them: it "
            "raises ValueError",
            help="give them as third argument",
            because=(f"the optimizer is made at {self.facts.at(every[0])}",),
        )

    def _needing(self, node: ast.expr) -> str | None:
        """The transformation in an optimizer that needs the parameters; None if none does for
        certain."""
        if not isinstance(node, ast.Call):
            return None
        if isinstance(node.func, ast.Call):
            made = node.func
            wraps = self.facts.names.call(made) == "optax.inject_hyperparams" and made.args
            name = self.facts.names.of(made.args[0]) if wraps else None
            return self._known(name)
        name = self.facts.names.call(node)
        if name == "optax.chain" or name in _AROUND:
            parts = node.args if name == "optax.chain" else node.args[:1]
            inner = (one for part in parts for one in self._part(part))
            return next(filter(None, map(self._needing, inner)), None)
        return self._known(name)

    def _part(self, part: ast.expr) -> list[ast.expr]:
        found = origins(self.facts, part) if not isinstance(part, ast.Starred) else ()
        return [found[0]] if len(found) == 1 else []

    def _known(self, name: str | None) -> str | None:
        head, _, last = (name or "").rpartition(".")
        known = last in _NEEDING and head in ("optax", "optax.transforms", "optax.contrib")
        return f"optax.{last}" if known else None
