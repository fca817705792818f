"""Scans of many steps that are written out."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.scan_unrolled import Unrolled, unrolled_scans
from jaxopt_lint.rule import Rule


class ScanUnrolled(Rule[Unrolled]):
    """A `lax.scan` of many steps is told to write them all out.

    ## Why is this slow?
    `jax.lax.scan` compiles its body once, whatever the number of steps. `unroll=True` writes a
    copy of it for each step, and `unroll=n` n copies: the program is as long as that of a Python
    loop, and so is the time to compile it. A few copies save
    the overhead of small bodies; hundreds save nothing more.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def smoothed(x):
        def step(h, row):
            h = 0.9 * h + 0.1 * row
            return h, h

        return jax.lax.scan(step, x, jnp.arange(4096), unroll=True)[1]
    ```
    Leave `unroll` out, or measure a small number, such as 8.

    ## When to keep it
    Where the steps are few. A scan whose length is not seen is not reported.
    """

    code = "JOL207"
    summary = "A `lax.scan` of many steps writes them all out"
    words = ("unroll",)

    def matches(self) -> Iterable[Unrolled]:
        return unrolled_scans(self.facts)

    def judge(self, found: Unrolled) -> None:
        self.report(
            found,
            f"{found.copies} copies of the body are compiled, where a scan needs one: tracing "
            "and compiling take as much longer",
            help="leave `unroll` out, or try a small number",
        )
