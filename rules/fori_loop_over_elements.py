"""Loops on the device that write one element after the other, each by itself."""

from __future__ import annotations

from jaxopt_lint.patterns.fori_loop_over_elements import ElementLoop, element_loops
from jaxopt_lint.rule import Rule, Severity, each


class ForiLoopOverElements(Rule[ElementLoop]):
    """A `fori_loop` writes one element on each turn, and needs none that another turn wrote.

    ## Why is this slow?
    The turns of a `fori_loop` run one after the other, on a device that would compute all elements
    at once. On an accelerator each turn starts programs of its own. On a CPU the loop itself is
    compiled well: ten thousand elements of a difference and a sine take about as long as whole
    arrays, a million five times as long. But a gradient keeps what every turn needs, and that of
    the ten thousand took a thousand times as long as that of whole arrays.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def slopes(y, h):
        def body(i, out):
            return out.at[i].set((y[i + 1] - y[i]) / h)

        return jax.lax.fori_loop(0, y.shape[0] - 1, body, jnp.zeros(y.shape[0] - 1))
    ```
    Write it for whole arrays, with slices in the place of the counter:
    ```python
    @jax.jit
    def slopes(y, h):
        return (y[1:] - y[:-1]) / h
    ```
    Where a turn calls functions, `jax.vmap` over `jnp.arange(n)` runs them for all turns.

    ## When to keep it
    Where a turn computes something large, and the loop bounds the memory that is needed at a time:
    what is more than numbers out of numbers is told for information only, and `jax.lax.map` with
    a `batch_size` is the way between. So are loops that no gradient is seen to flow through. A loop
    is left alone that reads any other element of what it writes, as recurrences do, or stores more
    than elements.
    """

    code = "JOL209"
    summary = "A `fori_loop` writes elements that do not need each other, one by one"
    words = ("fori_loop",)
    matches = each(element_loops)

    def judge(self, found: ElementLoop) -> None:
        arrays = " and ".join(f"`{name}`" for name in found.arrays[:3])
        turns = f"the {found.count} turns" if found.count is not None else "the turns"
        self.report(
            found,
            f"each turn writes {arrays} at `{found.place}` and needs nothing that another turn has "
            f"written, but {turns} of this `fori_loop` run one after the other",
            help="compute all elements at once: slices in the place of the counter, or `jax.vmap` "
            "over it",
            severity=None if found.plain and found.gradient else Severity.INFO,
            because=(
                "every turn writes another element, and reads no other one of these arrays",
                f"a gradient flows through it ({found.gradient})" if found.gradient else "",
            ),
            assumed=() if found.plain else ("what one turn computes is not large",),
        )
