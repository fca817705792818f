"""Matrix products that run at a higher precision than they may need."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.mentioned import mentioned

_SLOW = frozenset({"high", "highest", "float32", "tensorfloat32", "bfloat16_3x"})
_LAYERS = frozenset(
    {"Dense", "DenseGeneral", "Einsum", "Conv", "ConvTranspose", "ConvLocal", "Embed",
     "MultiHeadDotProductAttention", "MultiHeadAttention", "SelfAttention"}
)  # fmt: skip


class DefaultMatmulPrecision(Rule[ast.AST]):
    """A model computes its matrix products in float32, or in bfloat16 several times over.

    ## Why is this slow?
    The matrix units of current accelerators are built for bfloat16: a float32 product takes several
    passes, or a slower unit. A layer of `flax.linen` that is made without `dtype=` computes in
    float32. And with `jax_default_matmul_precision` raised for the whole program, products of
    bfloat16 arrays take the passes of float32.

    ## Example
    ```python
    import flax.linen as nn


    class Mlp(nn.Module):
        @nn.compact
        def __call__(self, x):
            return nn.Dense(1024)(x)
    ```
    Compute in bfloat16 and keep the parameters in float32, which is what
    `nn.Dense(1024, dtype=jnp.bfloat16)` does.

    ## When to keep it
    Whenever the precision is needed. This rule is advice: it is off unless it is selected by name.
    """

    code = "JOL906"
    summary = "Matrix products run at a higher precision than bfloat16"
    severity = Severity.INFO
    default = False
    words = ("linen", "matmul_precision")

    def visit_Call(self, node: ast.Call) -> None:
        called = self.facts.names.call(node) or ""
        head, _, name = called.rpartition(".")
        if head == "flax.linen" and name in _LAYERS:
            self._layer(node, name)
        elif called == "jax.config.update" and len(node.args) == 2:
            option, value = node.args
            if isinstance(option, ast.Constant) and option.value == "jax_default_matmul_precision":
                self._raised(node, value)

    def _layer(self, node: ast.Call, name: str) -> None:
        given = {keyword.arg for keyword in node.keywords}
        if given & {"dtype", "precision", "dot_general", "dot_general_cls", None}:
            return
        if any(isinstance(a, ast.Starred) for a in node.args):
            return
        self.report(
            node,
            f"`{self.source(node.func)}` without `dtype=` computes in float32, for "
            "which matrix units take several times as long as for bfloat16",
            help="pass `dtype=jnp.bfloat16`; the parameters stay in float32",
            assumed=(f"what goes into this {name} is not in bfloat16",),
        )

    def _raised(self, node: ast.Call, value: ast.expr) -> None:
        if not (isinstance(value, ast.Constant) and value.value in _SLOW):
            return
        texts = (node.value for node in self.facts.module.all(ast.Constant))
        if "jax.numpy.bfloat16" not in mentioned(self.facts) and "bfloat16" not in texts:
            return
        self.report(
            node,
            f"products of bfloat16 arrays run at precision `{value.value}` in the whole program, "
            "which takes several passes for each",
            help="raise it where it is needed: `with jax.default_matmul_precision(...)`",
            because=("this file works with bfloat16",),
        )
