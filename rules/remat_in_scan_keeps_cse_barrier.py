"""`jax.checkpoint` of a scan's body that keeps the barrier against merging."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.remat_in_scan_keeps_cse_barrier import needless_barriers
from jaxopt_lint.rule import Rule, Severity


class RematInScanKeepsCseBarrier(Rule[ast.expr]):
    """The body of a scan is wrapped in `jax.checkpoint` without `prevent_cse=False`.

    ## Why is this slow?
    `jax.checkpoint` fences what it computes again with optimization barriers, so that XLA does
    not merge it with the first computation. A scan compiles its forward and backward body apart,
    so that there is nothing to merge: the barriers only keep XLA from optimizing within the body.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def tower(layers, x):
        def block(h, w):
            return jnp.tanh(h @ w), None

        h, _ = jax.lax.scan(jax.checkpoint(block), x, layers)
        return jnp.sum(h**2)


    gradient = jax.grad(tower)
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def tower(layers, x):
        def block(h, w):
            return jnp.tanh(h @ w), None

        h, _ = jax.lax.scan(jax.checkpoint(block, prevent_cse=False), x, layers)
        return jnp.sum(h**2)


    gradient = jax.grad(tower)
    ```

    ## Fix safety
    Safe: what is computed, and what is computed again, stays as it is. The memory saved stays
    saved as long as there is a loop, so that a scan with `unroll` is not reported, nor a block
    that is also called outside of a scan.

    ## When to keep it
    Where the scan is unrolled, in a Python loop, or where gradients are taken within the body.
    Writing `prevent_cse=True` says so.
    """

    code = "JOL304"
    summary = "`jax.checkpoint` of a scan's body keeps barriers that only cost time"
    severity = Severity.INFO
    fix = "prevent-cse"
    words = ("checkpoint", "remat")

    def matches(self) -> Iterable[ast.expr]:
        return needless_barriers(self.facts)

    def judge(self, node: ast.expr) -> None:
        scan = needless_barriers(self.facts)[node]
        self.report(
            node,
            f"`jax.checkpoint` puts a barrier around the body of the scan at line {scan.lineno}, "
            "which a scan does not need: it keeps XLA from fusing within the backward pass",
            help="pass `prevent_cse=False`",
            because=(f"scanned at {self.facts.at(scan)}",),
        )
