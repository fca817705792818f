"""Layers that are not told whether they train."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import argument, unpacks

# The word, where it stands when a layer is made, and where when it is called.
_WORDS = {
    "flax.linen.Dropout": ("deterministic", 2, 1),
    "flax.linen.BatchNorm": ("use_running_average", 0, 1),
}


class LayerWithoutMode(Rule[ast.Call]):
    """A dropout or a batch norm of Flax Linen is not told whether it trains.

    ## Why is this bad?
    `nn.Dropout` needs `deterministic`, and `nn.BatchNorm` `use_running_average`, either when it is
    made or when it is called. Without it the call raises `ValueError`.

    ## Example
    ```python
    import flax.linen as nn


    class Head(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.Dropout(0.5)(x)
            return nn.Dense(10)(x)
    ```
    Let the module be told: `nn.Dropout(0.5, deterministic=not training)(x)`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL830"
    summary = "A layer of Linen is not told whether it trains"
    severity = Severity.ERROR
    words = ("flax",)

    def visit_Call(self, node: ast.Call) -> None:
        owner = self.facts.module.owner(node)
        if owner is None or framework_of(self.facts, owner) != "linen" or unpacks(node):
            return
        made = self._made(node.func)
        word, when_made, when_called = _WORDS.get(self.facts.names.call(made) or "", ("", 0, 0))
        if made is None or not word or unpacks(made) or error_meant(self.facts, node):
            return
        if argument(made, when_made, word) is None and argument(node, when_called, word) is None:
            self.report(
                node,
                f"`{self.source(made.func)}` is told `{word}` neither where it is made nor where "
                "it is called: it raises ValueError",
                help=f"`{word}=...`, by what the module is told of training",
            )

    def _made(self, func: ast.expr) -> ast.Call | None:
        """The call that makes what is called."""
        if isinstance(func, ast.Attribute):
            stored = calls(self.facts).stored_in(func)
            made = stored[0] if len(stored) == 1 else None
        else:
            made = self.facts.names.behind(func)
        return made if isinstance(made, ast.Call) else None
