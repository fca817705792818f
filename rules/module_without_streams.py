"""Modules of NNX that are made without the random streams that they draw from."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import argument, arguments, keywords, unpacks

_LAYERS = frozenset(
    f"flax.nnx.{name}"
    for name in ("BatchNorm", "Conv", "ConvTranspose", "Einsum", "Embed", "GRUCell", "GroupNorm",
                 "LSTMCell", "LayerNorm", "Linear", "LinearGeneral", "LoRA", "MultiHeadAttention",
                 "OptimizedLSTMCell", "RMSNorm", "SimpleCell")
)  # fmt: skip


class ModuleWithoutStreams(Rule[ast.Call]):
    """A layer of Flax NNX is made without `rngs`, or its `Rngs` lack the stream that it draws from.

    ## Why is this bad?
    Layers with parameters take the keys for them from `rngs=`, which has no default: without it
    they raise `TypeError`. `nnx.Dropout` draws from the stream named `dropout`, and where
    `nnx.Rngs` was given other streams only it raises. `nnx.Rngs(0)` gives every stream.

    ## Example
    ```python
    from flax import nnx


    class Net(nnx.Module):
        def __init__(self, rngs: nnx.Rngs):
            self.hidden = nnx.Linear(4, 16)

        def __call__(self, x):
            return self.hidden(x)
    ```
    Hand it on: `nnx.Linear(4, 16, rngs=rngs)`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL833"
    summary = "A layer of NNX has no random streams to draw from"
    severity = Severity.ERROR
    words = ("nnx",)

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.call(node) or ""
        if unpacks(node):
            return
        if name in _LAYERS and "rngs" not in keywords(node):
            if not error_meant(self.facts, node):
                self.report(
                    node,
                    f"`{self.source(node.func)}` needs `rngs`, which has no default: it raises "
                    "TypeError",
                    help="hand it `rngs=rngs`, or `rngs=nnx.Rngs(0)` at the top",
                )
        elif name == "flax.nnx.Dropout":
            self._alone(node)
        else:
            self._lacking(node)

    def _alone(self, node: ast.Call) -> None:
        """A dropout without streams that is called as it is."""
        rate = argument(node, 0, "rate")
        off = isinstance(rate, ast.Constant) and not rate.value
        if off or {"rngs", "deterministic"} & {*keywords(node)}:
            return
        stored = self.facts.module.stored_by(node)
        target = stored.targets[0] if stored is not None else None
        if not isinstance(target, ast.Name) or "eval(" in self.facts.module.text:
            return
        for call in self.facts.module.all(ast.Call):
            given = {"rngs", "deterministic"} & {*keywords(call)}
            mine = isinstance(call.func, ast.Name) and self.facts.names.value(call.func) is node
            if mine and not given and len(call.args) == 1 and not error_meant(self.facts, call):
                self.report(
                    node,
                    f"`{self.source(node.func)}` has no `rngs` to draw from: its call at "
                    f"{self.facts.at(call)} raises ValueError",
                    help="give it `rngs=rngs`",
                )
                return

    def _lacking(self, node: ast.Call) -> None:
        """`Net(nnx.Rngs(params=0))`, of a model whose dropout draws from a stream of its own."""
        owner = class_made(self.facts, node.func)
        maker = look_up(self.facts, owner, "__init__") if owner is not None else None
        if owner is None or framework_of(self.facts, owner) != "nnx" or maker is None:
            return
        for name, value in arguments(node, maker, 1):
            made = origins(self.facts, value)
            if len(made) != 1 or self.facts.names.call(made[0]) != "flax.nnx.Rngs":
                continue
            rngs = made[0]
            assert isinstance(rngs, ast.Call)
            streams = {*keywords(rngs)}
            if rngs.args or unpacks(rngs) or not streams or streams & {"default", "dropout"}:
                continue
            layer = self._draws(maker, name)
            if layer is not None and not error_meant(self.facts, node):
                self.report(
                    layer,
                    f"`{self.source(layer.func)}` draws from the stream `dropout`, which "
                    f"`{self.source(rngs)}` does not have: it raises",
                    help=f"`{self.source(rngs)[:-1]}, dropout=1)`",
                    because=(f"the model is made at {self.facts.at(node)}",),
                )
                return

    def _draws(self, maker: ast.AST, rngs: str) -> ast.Call | None:
        """The dropout that a constructor gives the streams of one of its parameters."""
        for call in self.facts.module.inside(ast.Call, maker):
            given = keywords(call).get("rngs")
            if self.facts.names.call(call) == "flax.nnx.Dropout" and "rng_collection" not in (
                keywords(call)
            ):
                if isinstance(given, ast.Name) and given.id == rngs:
                    return call
        return None
