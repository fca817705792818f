"""Lists given to functions of `jax.numpy`, which take arrays only."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.arraylike import array_places
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.shims import in_shim

_DISPLAYS: dict[type[ast.expr], str] = {
    ast.List: "a list", ast.ListComp: "a list", ast.Tuple: "a tuple",
    ast.GeneratorExp: "a generator",
}  # fmt: skip


class ListGivenToArrayFunction(Rule[ast.expr]):
    """A function of `jax.numpy` is given a list or a tuple where it takes an array.

    ## Why is this bad?
    NumPy makes an array of what it is given. JAX does not, as that hands the device one element
    after the other without a sign of it: `jnp.mean(losses)` of a list raises `TypeError`.
    Functions that join arrays (`jnp.stack`, `jnp.concatenate`, `jnp.array`) do take lists.

    ## Example
    ```python
    import jax.numpy as jnp


    def evaluate(loss_fn, params, batches):
        losses = []
        for batch in batches:
            losses.append(loss_fn(params, batch))
        return jnp.mean(losses)
    ```
    Join it first: `jnp.mean(jnp.stack(losses))`, or `jnp.array(losses)` for plain numbers.

    ## When to keep it
    Never: it raises. What waits for the error is not reported.
    """

    code = "JOL710"
    summary = "A function of `jax.numpy` is given a list where it takes an array"
    severity = Severity.ERROR
    words = ("jax",)

    def visit_Call(self, node: ast.Call) -> None:
        places = array_places(self.facts.names.of(node.func) or "")
        if not places or any(isinstance(a, ast.Starred) for a in node.args):
            return
        if not self.facts.targets((0, 4, 20)):
            return
        for given in (node.args[place] for place in places if place < len(node.args)):
            what = self._container(given)
            if what is None:
                continue
            if error_meant(self.facts, node) or in_shim(self.facts, node):
                self.facts.doubt(node, "the error of {} may be what is waited for", node)
                return
            shown = self.source(given) if isinstance(given, ast.Name) else ""
            self.report(
                given,
                f"`{self.source(node.func)}` takes arrays and is given {what}"
                f"{f', `{shown}`' * bool(shown)}: it raises TypeError",
                help="join it first, by `jnp.stack` where it holds arrays, or by `jnp.array`",
            )
            return

    def _container(self, node: ast.expr) -> str | None:
        """What an expression is where it is certainly no array but a container."""
        found = self.facts.names.behind(node)
        if found is None:
            return None
        if type(found) in _DISPLAYS:
            return _DISPLAYS[type(found)]
        if isinstance(found, ast.Call):
            if self.facts.names.is_builtin(found.func, "list", "sorted"):
                return "a list"
            if self.facts.names.is_builtin(found.func, "tuple", "range", "zip", "map"):
                assert isinstance(found.func, ast.Name)
                return f"a {found.func.id}"
        return None
