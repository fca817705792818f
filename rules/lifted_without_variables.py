"""Lifted transforms of Linen that do not say what becomes of the variables."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.linen_modules import makes_layer
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import keywords, unpacks

_HANDED_ON = {
    "flax.linen.scan": ("variable_axes", "variable_broadcast", "variable_carry"),
    "flax.linen.vmap": ("variable_axes",),
}


class LiftedWithoutVariables(Rule[ast.Call]):
    """`nn.scan` or `nn.vmap` is not told what becomes of the parameters, or of their keys.

    ## Why is this bad?
    A lifted transform hands the layer in it only the collections that it is told of, by
    `variable_axes` or `variable_broadcast`, and only the streams of keys in `split_rngs`. Without
    the former `init` raises `ScopeCollectionNotFound`, without the latter `InvalidRngError`. Where
    each turn has parameters of its own and their keys are not split, all of them begin alike.

    ## Example
    ```python
    import flax.linen as nn


    class Reader(nn.Module):
        @nn.compact
        def __call__(self, carry, rows):
            cell = nn.scan(nn.GRUCell, in_axes=1, out_axes=1)(features=64)
            return cell(carry, rows)
    ```
    One set of parameters for all turns is `variable_broadcast="params", split_rngs={"params":
    False}`; one for each is `variable_axes={"params": 0}, split_rngs={"params": True}`.

    ## When to keep it
    Where the layer has no variables. Only layers of Flax that have parameters are reported.
    """

    code = "JOL831"
    summary = "A lifted transform of Linen is not told of the parameters, or of their keys"
    severity = Severity.ERROR
    words = ("flax",)

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.call(node) or ""
        if name not in _HANDED_ON or not node.args or unpacks(node):
            return
        if self._made_alike(node) and not error_meant(self.facts, node):
            self.report(
                node,
                f"`{self.source(node.func)}` makes parameters of their own for each turn, and "
                '`split_rngs={"params": False}` draws all of them from one key: they begin alike',
                help='write `split_rngs={"params": True}`',
                severity=Severity.WARNING,
            )
            return
        layer = self.facts.names.of(node.args[0]) or ""
        if not (layer in _LAYERS or self._has_layers(node.args[0])):
            return
        if error_meant(self.facts, node) or len(node.args) > 1:
            return
        given = keywords(node)
        lacks = ""
        if not any(word in given for word in _HANDED_ON[name]):
            lacks = " or ".join(f"`{word}`" for word in _HANDED_ON[name][:2])
        elif "split_rngs" not in given:
            lacks = "`split_rngs`"
        if lacks:
            self.report(
                node,
                f"`{self.source(node.func)}` hands `{self.source(node.args[0])}` no "
                f"{'keys' if 'split' in lacks else 'parameters'} without {lacks}: `init` raises",
                help='one set for all is `variable_broadcast="params", split_rngs={"params": '
                'False}`; one each is `variable_axes={"params": 0}, split_rngs={"params": True}`'
                if name == "flax.linen.scan"
                else '`variable_axes={"params": 0}, split_rngs={"params": True}`',
            )

    def _made_alike(self, node: ast.Call) -> bool:
        """Whether the parameters are stacked along an axis, and their keys are not split."""
        given = keywords(node)
        axes, split = given.get("variable_axes"), given.get("split_rngs")
        axis, own = _entry(axes, "params"), _entry(split, "params")
        stacked = isinstance(axis, ast.Constant) and type(axis.value) is int
        return stacked and isinstance(own, ast.Constant) and own.value is False

    def _has_layers(self, node: ast.expr) -> bool:
        """Whether a class of the file makes layers with parameters, in its `__call__` or setup."""
        binding = self.facts.names.only_binding(node)
        owner = binding.node if binding is not None else None
        if not isinstance(owner, ast.ClassDef) or framework_of(self.facts, owner) != "linen":
            return False
        made = [c for c in self.facts.module.inside(ast.Call, owner) if makes_layer(self.facts, c)]
        return any(self.facts.names.call(c) in _LAYERS for c in made)


def _entry(node: ast.expr | None, name: str) -> ast.expr | None:
    """What a dictionary that is written out holds for a name."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == name:
                return value
    return None


_LAYERS = frozenset(
    f"flax.linen.{name}"
    for name in ("Conv", "ConvTranspose", "Dense", "DenseGeneral", "Einsum", "Embed", "GRUCell",
                 "GroupNorm", "LSTMCell", "LayerNorm", "MGUCell", "MultiHeadDotProductAttention",
                 "OptimizedLSTMCell", "RMSNorm", "SelfAttention", "SimpleCell")
)  # fmt: skip
