"""Calls of functions of Optax, and of layers, with arguments that these do not take."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.forms import form_of
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.shims import in_shim


class CallDoesNotFit(Rule[ast.AST]):
    """A function of Optax, or a layer, is called with arguments that it does not take.

    ## Why is this bad?
    The call raises `TypeError`, often not before the program has run for a while: `optax.adam`
    takes `learning_rate` and no `lr`, its weight decay is that of `optax.adamw`, and
    `optax.clip_by_global_norm` makes a transformation, to which nobody gives gradients.

    ## Example
    ```python
    import optax

    optimizer = optax.adam(lr=1e-3)
    ```
    Call it as it is: `optax.adam(learning_rate=1e-3)`.

    ## When to keep it
    Where the project is pinned to a release that took it.
    """

    code = "JOL855"
    summary = "A function of Optax, or a layer, is called with what it does not take"
    about_names = True
    stops = True
    severity = Severity.ERROR
    words = ("optax", "equinox", "nnx")

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.call(node) or ""
        if not name.startswith(("optax.", "equinox.", "flax.nnx.")):
            return
        if name == "optax.inject_hyperparams":
            self._made_already(node)
        form = form_of(name)
        if form is None or error_meant(self.facts, node) or in_shim(self.facts, node):
            return
        short = name.rpartition(".")[2]
        if unknown := form.unknown(node):
            keyword = unknown[0].arg or ""
            self.report(
                unknown[0],
                f"`{short}` has no parameter `{keyword}`: the call raises TypeError",
                help=_INSTEAD.get((short, keyword), _INSTEAD.get(("", keyword), "")),
            )
        elif beyond := form.beyond(node):
            few = f"{form.most} argument{'s' * (form.most != 1)}"
            self.report(
                beyond[0],
                f"`{short}` takes {few} by position: the call raises TypeError",
                help="it makes a transformation, whose `update` takes the gradients"
                if name.startswith("optax.clip")
                else "",
            )
        elif missing := form.missing(node):
            if node in getattr(self.facts.module.parent[node], "decorator_list", ()):
                return
            self.report(
                node,
                f"`{short}` is not given `{'`, `'.join(missing)}`, which has no default: the call "
                "raises TypeError",
            )

    def _made_already(self, node: ast.Call) -> None:
        """`inject_hyperparams(optax.adam(1e-3))`, which takes what makes the optimizer."""
        first = node.args[0] if node.args else None
        made = self.facts.names.call(first) or ""
        if made.startswith("optax.") and isinstance(first, ast.Call):
            source = self.source(first.func)
            self.report(
                first,
                f"`inject_hyperparams` takes `{source}` itself, and is given what it makes: it "
                "raises TypeError",
                help=f"`optax.inject_hyperparams({source})(...)`",
            )


_INSTEAD = {
    ("", "lr"): "it is called `learning_rate`",
    ("adam", "weight_decay"): "use `optax.adamw`",
    ("sgd", "weight_decay"): "chain `optax.add_decayed_weights` in front",
}
