"""Calls of functions of Optax, and of layers, with arguments that these do not take."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.bound_weights import last_assigned
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.forms import form_of
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.forward import model_class
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.python import argument


class CallDoesNotFit(Rule[ast.AST]):
    """A function of Optax, or a layer, is called with arguments that it does not take.

    ## Why is this bad?
    The call raises `TypeError`, often not before the program has run for a while: `optax.adam`
    takes `learning_rate` and no `lr`, its weight decay is that of `optax.adamw`,
    `optax.clip_by_global_norm` makes a transformation, to which nobody gives gradients, and
    `optax.lookahead` trains a pair of parameters, fast and slow ones. What keeps examples private
    clips the gradient of each, and takes no gradient of a whole batch.

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
        if isinstance(node.func, ast.Attribute) and node.func.attr == "init":
            self._one_set(node, node.func.value)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "update":
            self._of_a_batch(node, node.func.value)
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

    def _one_set(self, node: ast.Call, optimizer: ast.expr) -> None:
        """`optax.lookahead(...).init(params)`, which takes a pair of parameters."""
        given = argument(node, 0, "params")
        made = origins(self.facts, optimizer) if given is not None else ()
        if not made or any(self.facts.names.call(one) != "optax.lookahead" for one in made):
            return
        held = last_assigned(self.facts, given) or given
        params = origins(self.facts, held) if held is not None else ()
        if not params or not all(_is_tree(self.facts, one) for one in params):
            return
        if given is not None and not error_meant(self.facts, node):
            text = self.source(given)
            self.report(
                given,
                f"`optax.lookahead` takes fast and slow parameters, and `{text}` is one set of "
                "them: it raises AttributeError",
                help=f"`optax.LookaheadParams.init_synced({text})`",
                because=(f"the optimizer is made at {self.facts.at(made[0])}",),
            )

    def _of_a_batch(self, node: ast.Call, optimizer: ast.expr) -> None:
        """`optax.contrib.dpsgd(...).update(jax.grad(loss)(params, batch), ...)`, which clips the
        gradient of each example."""
        given = argument(node, 0, "updates")
        if given is None or not any(map(self.facts.module.mentions, _PRIVATE)):
            return
        made = origins(self.facts, optimizer)
        names = {self.facts.names.call(one) or "" for one in made}
        if not names or not names <= _EACH or error_meant(self.facts, node):
            return
        slopes = origins(self.facts, given)
        if slopes and all(_is_one_gradient(self.facts, one) for one in slopes):
            self.report(
                given,
                f"`{names.pop()}` takes a gradient for each example, and `{self.source(given)}` is "
                "one for all: it raises ValueError, or clips rows of the weights",
                help="take them by `jax.vmap(jax.grad(loss), in_axes=(None, 0))`, of the loss of "
                "one example",
                severity=Severity.WARNING,
                because=(f"the optimizer is made at {self.facts.at(made[0])}",),
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


# What clips the gradients of examples one by one, to keep them private.
_PRIVATE = ("dpsgd", "differentially_private_aggregate")
_EACH = {f"{where}.{name}" for where in ("optax", "optax.contrib") for name in _PRIVATE}


def _is_one_gradient(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is a gradient, and nothing maps it over examples."""
    if not isinstance(node, ast.Call) or facts.module.mentions("vmap"):
        return False
    found = calls(facts).callee(node.func)
    return found is not None and [name for name, _ in found.wraps if name != "jax.jit"] == [
        "jax.grad"
    ]


def _is_tree(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression makes an array, a plain container, or the variables of a module."""
    if isinstance(node, (ast.Dict, ast.List, ast.Tuple)):
        return True
    made = node.value if isinstance(node, ast.Subscript) else node
    match made:
        case ast.Call(ast.Attribute(model, "init")):
            owner = model_class(facts, model)
            return owner is not None and framework_of(facts, owner) == "linen"
    return (facts.names.call(node) or "").startswith(("jax.numpy.", "jax.random."))


_INSTEAD = {
    ("", "lr"): "it is called `learning_rate`",
    ("adam", "weight_decay"): "use `optax.adamw`",
    ("sgd", "weight_decay"): "chain `optax.add_decayed_weights` in front",
}
