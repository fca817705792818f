"""JOL212: scans that hand nothing from turn to turn."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.scan_without_carry import CarrylessScan, carryless_scan
from jaxopt_lint.rule import Rule, Severity


class ScanWithoutCarry(Rule[CarrylessScan]):
    """A `lax.scan` gives its carry back as it was, so that no turn needs another.

    ## Why is this slow?
    The turns of a scan run one after the other, each with the operations of one row, where the
    device could compute many rows at once. `jax.vmap` runs the body on all of them, and
    `jax.lax.map` with a `batch_size` on as many at a time as there is memory for.

    ## Example
    ```python
    import jax


    @jax.jit
    def scores(weights, queries):
        def one(carry, query):
            return carry, weights @ query

        _, out = jax.lax.scan(one, None, queries)
        return out
    ```
    Map over the rows:
    ```python
    @jax.jit
    def scores(weights, queries):
        return jax.vmap(lambda query: weights @ query)(queries)
    ```

    ## When to keep it
    Where a turn computes so much that it fills the device, or needs so much memory that only one
    fits at a time. Which of both it is does not stand in the code, so this is for information.
    """

    code = "JOL212"
    summary = "A scan whose turns do not need each other runs them one by one"
    words = ("scan",)

    def visit_Call(self, node: ast.Call) -> None:
        found = carryless_scan(self.facts, node)
        if found is None:
            return
        kept = f"`{found.carry}` back as it was" if found.carry else "nothing to the next"
        self.report(
            found,
            f"every turn of this scan gives {kept}, so that none needs another, but they run one "
            "after the other",
            severity=Severity.INFO,
            help="`jax.vmap` of the body runs all of them at once, `jax.lax.map` with a "
            "`batch_size` as many as there is memory for",
            because=("what goes from turn to turn never changes",),
            assumed=("a turn is not as large as the device, and there is the memory for several",),
        )
