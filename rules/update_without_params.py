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
# What goes by the values of the loss, which `update` is given by name.
_BY_NAME = {
    "lbfgs": ("value", "grad", "value_fn"),
    "scale_by_backtracking_linesearch": ("value", "grad", "value_fn"),
    "scale_by_zoom_linesearch": ("value", "grad", "value_fn"),
    "reduce_on_plateau": ("value",),
}
# What hands the parameters on to the transformations that it is given first.
_AROUND = ("optax.apply_if_finite", "optax.masked", "optax.MultiSteps")


class UpdateWithoutParams(Rule[ast.Call]):
    """An optimizer that needs the parameters is asked for an update without them.

    ## Why is this bad?
    The third argument of `update` may be left out for most of Optax, not where weights decay or
    their norms count: `optax.adamw`, `optax.lamb`, `optax.lars`, `optax.lion` and whatever is
    chained with one of them raise `ValueError`. `optax.lbfgs` and other line searches need the
    value and the gradient by name besides, and `optax.contrib.reduce_on_plateau` the value.

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
        if len(node.args) >= 2 and self._without_values(node, func):
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

    def _without_values(self, node: ast.Call, func: ast.Attribute) -> bool:
        """Whether an update lacks what a line search, or a plateau, goes by; it is reported."""
        every = origins(self.facts, func.value)
        wanted = [self._values_of(one) for one in every]
        given = {k.arg for k in node.keywords}
        if not wanted or not all(wanted) or {*wanted[0]} <= given:
            return False
        if error_meant(self.facts, node):
            return False
        missing = [name for name in wanted[0] if name not in given]
        self.report(
            node,
            f"the optimizer needs {' and '.join(f'`{m}`' for m in missing)}, and "
            f"`{self.source(func)}` is not given {'it' if len(missing) == 1 else 'them'}: it "
            "raises TypeError",
            help=f"`{self.source(func)}(grads, state, params, "
            f"{', '.join(f'{name}=...' for name in wanted[0])})`",
            because=(f"the optimizer is made at {self.facts.at(every[0])}",),
        )
        return True

    def _values_of(self, node: ast.expr) -> tuple[str, ...]:
        """What an optimizer needs for `update` by name, besides the parameters."""
        name = self.facts.names.call(node)
        if name == "optax.chain" and isinstance(node, ast.Call):
            inner = (one for part in node.args for one in self._part(part))
            return next(filter(None, map(self._values_of, inner)), ())
        return _BY_NAME.get((name or "").rpartition(".")[2], ()) if name else ()

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
