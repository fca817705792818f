"""Sums over many turns that are kept in 16 bits."""

from __future__ import annotations

from jaxopt_lint.patterns.low_precision_sum import Narrow, narrow_sums
from jaxopt_lint.rule import Rule, each


class LowPrecisionSum(Rule[Narrow]):
    """A loop keeps a sum over its turns in `bfloat16` or `float16`.

    ## Why is this bad?
    A number of `bfloat16` has 8 bits for its digits: a sum that is 256 times as large as what is
    added does not grow any more. After a few hundred turns the sum stands still, and nobody says
    so.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def total(rows):
        def add(sum_, row):
            return sum_ + row, None

        return jax.lax.scan(add, jnp.zeros(8, jnp.bfloat16), rows)[0]
    ```
    Begin with `jnp.zeros(8, jnp.float32)`, add `row.astype(jnp.float32)`, and cast at the end.

    ## When to keep it
    For a few turns; loops of fewer than 64 are not reported.
    """

    code = "JOL521"
    summary = "A loop sums up in 16 bits"
    words = ("float16",)
    matches = each(narrow_sums)

    def judge(self, found: Narrow) -> None:
        self.report(
            found,
            f"the `{self.source(found.loop.func)}` sums up in numbers of {found.bits} bits: the "
            f"sum stands still when it is {2**found.bits:,} times as large as what is added",
            help="keep the sum in `float32`, and cast at the end",
        )
