"""Attention whose weights are written out."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.attention_by_hand import ByHand, attention_by_hand
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.jax.recurrence import in_test

_SINCE = (0, 4, 31)


class AttentionByHand(Rule[ByHand]):
    """Attention is spelled out as two products and a softmax.

    ## Why is this slow?
    The weights of all pairs of positions are written to memory, and kept for the gradient: for
    each head as many numbers as the square of the length. `jax.nn.dot_product_attention` computes
    the same, with masks, biases, a scale and fewer heads for keys than for queries. By itself it
    does no better (`implementation=None` is XLA's); `implementation="cudnn"` never writes the
    weights, on GPUs of NVIDIA and in `bfloat16` or `float16`.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def attend(q, k, v, mask):
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(q.shape[-1])
        weights = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1)
        return jnp.einsum("bhqk,bkhd->bqhd", weights, v)
    ```
    Call `jax.nn.dot_product_attention(q, k, v, mask=mask, implementation="cudnn")`. It takes arrays
    of shape `(batch, length, heads, size)`.

    ## When to keep it
    For short sequences, on other devices, and in `float32`. Where the weights go through dropout,
    are returned or looked at, nothing is reported.
    """

    code = "JOL310"
    summary = "Attention is spelled out, with the weights of all pairs written to memory"
    severity = Severity.INFO
    words = ("softmax",)

    def visit_Call(self, node: ast.Call) -> None:
        found = attention_by_hand(self.facts, node)
        target = self.facts.target_jax
        if found is None or in_test(self.facts, node) or (target and target < _SINCE):
            return
        if any(name.startswith("jax.experimental.pallas") for name in mentioned(self.facts)):
            return  # a kernel of its own, or what one is held against
        self.report(
            found,
            f"the weights of all pairs, from line {found.scores.lineno}, are written to memory and "
            "kept for the gradient",
            help='`jax.nn.dot_product_attention(..., implementation="cudnn")` does without, on '
            "GPUs of NVIDIA and in 16 bits",
            because=(f"nothing but the product on line {found.result.lineno} reads them",),
            assumed=("the sequences are long",),
        )
