"""Weights of Equinox that two fields of a module hold, which come apart in training."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.frameworks import framework_of

_WEIGHTS = ("weight", "bias")


class WeightsSharedByCopy(Rule[ast.Assign]):
    """A field of an Equinox module is given the weights that another field holds.

    ## Why is this bad?
    A module is a tree, in which the two fields are two leaves: each gets its own gradient and its
    own update, and after the first step they are no longer the same. Weights that are to stay
    tied are marked by `eqx.nn.Shared`.

    ## Example
    ```python
    import equinox as eqx
    import jax


    class Language(eqx.Module):
        embed: eqx.nn.Embedding
        head: jax.Array

        def __init__(self, key):
            self.embed = eqx.nn.Embedding(100, 8, key=key)
            self.head = self.embed.weight
    ```
    Read the one field in both places, `self.embed.weight` in `__call__`, or wrap the pair in
    `eqx.nn.Shared`.

    ## When to keep it
    Where the second is only to begin like the first.
    """

    code = "JOL853"
    summary = "Two fields of an Equinox module hold the same weights, and come apart"
    words = ("equinox",)

    def visit_Assign(self, node: ast.Assign) -> None:
        module = self.facts.module
        match node:
            case ast.Assign([ast.Attribute(me, field)], ast.Attribute(of, attr)):
                pass
            case _:
                return
        if not module.is_self(me):
            return
        held = of if attr in _WEIGHTS and isinstance(of, ast.Attribute) else node.value
        owner = module.owner(node)
        if not isinstance(held, ast.Attribute) or not module.is_self(held.value) or owner is None:
            return
        function = module.function(node)
        if getattr(function, "name", "") != "__init__" or "Shared" in module.text:
            return
        if framework_of(self.facts, owner) != "equinox" or not self._is_leaf(owner, field):
            return
        if self._is_layer(function, held.attr):
            self.report(
                node,
                f"`{module.source(node.targets[0])}` and `{module.source(node.value)}` are two "
                "leaves of the tree: each is updated by itself, and they come apart",
                help="read the one field in both places, or use `eqx.nn.Shared`",
            )

    def _is_layer(self, function: ast.AST | None, field: str) -> bool:
        """Whether `__init__` stores a layer of Equinox, which has weights, in a field."""
        for made in self.facts.module.inside(ast.Assign, function) if function is not None else ():
            target = made.targets[0]
            if isinstance(target, ast.Attribute) and target.attr == field:
                name = self.facts.names.call(made.value) or ""
                return name.startswith("equinox.nn.") and name.rpartition(".")[2] in _LAYERS
        return False

    def _is_leaf(self, owner: ast.ClassDef, field: str) -> bool:
        for statement in owner.body:
            match statement:
                case ast.AnnAssign(ast.Name(name), value=value) if name == field:
                    return not isinstance(value, ast.Call)
        return False


_LAYERS = frozenset(
    {"Linear", "MLP", "Embedding", "Conv", "Conv1d", "Conv2d", "Conv3d", "GRUCell", "LSTMCell",
     "LayerNorm", "RMSNorm", "MultiheadAttention", "ConvTranspose2d"}
)  # fmt: skip
