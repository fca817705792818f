"""Layers of Equinox and Flax NNX that are made without what their first weights come from."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import unpacks


class LayerWithoutKey(Rule[ast.Call]):
    """A layer is made without the key, or the `rngs`, that its weights are drawn from.

    ## Why is this bad?
    The layers of Equinox draw their first weights when they are made, from a `key` that has no
    default; those of Flax NNX from `rngs`. Both are taken by keyword alone. Without them the call
    raises `TypeError`, as code does that was taken over from PyTorch.

    ## Example
    ```python
    import equinox as eqx


    class Net(eqx.Module):
        layer: eqx.nn.Linear

        def __init__(self, width):
            self.layer = eqx.nn.Linear(width, 1)
    ```
    Take a key, split it once for each layer, and hand each its own: `eqx.nn.Linear(width, 1,
    key=key)`; in NNX `nnx.Linear(width, 1, rngs=rngs)`.

    ## When to keep it
    Where the error is what is wanted, as in a test.
    """

    code = "JOL842"
    summary = "A layer is made without the key that its weights are drawn from"
    severity = Severity.ERROR
    words = ("equinox", "nnx")

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.call(node)
        keyword = _NEEDED.get(name or "")
        if keyword is None or unpacks(node) or any(k.arg == keyword for k in node.keywords):
            return
        if error_meant(self.facts, node):
            self.facts.doubt(node, "an error of {} may be what is waited for", node)
            return
        layer = self.source(node.func)
        self.report(
            node,
            f"`{layer}` draws its weights from `{keyword}`, which has no default: the call raises "
            "TypeError",
            help=f"hand it one, `{layer}(..., {keyword}={keyword})`"
            + (", another key for each layer" if keyword == "key" else ""),
        )


_OF_EQUINOX = (
    "Linear", "MLP", "Conv", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose", "ConvTranspose1d",
    "ConvTranspose2d", "ConvTranspose3d", "GRUCell", "LSTMCell", "MultiheadAttention",
)  # fmt: skip
_OF_NNX = (
    "Linear", "LinearGeneral", "Conv", "ConvTranspose", "Einsum", "Embed", "BatchNorm",
    "LayerNorm", "RMSNorm", "GroupNorm", "MultiHeadAttention", "LSTMCell", "GRUCell",
    "OptimizedLSTMCell", "SimpleCell", "LoRA", "LoRALinear",
)  # fmt: skip
_NEEDED = {
    **{f"equinox.nn.{name}": "key" for name in _OF_EQUINOX},
    **{f"flax.nnx.{name}": "rngs" for name in _OF_NNX},
}
