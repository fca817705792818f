"""JOL205: loops over rows within loops over rows."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.subjects.looping.nest import Nest, roles


class NestedBatchLoop(Rule[Nest]):
    """A nest of Python loops computes one independent value for each combination of rows.

    ## Why is this slow?
    The number of iterations is the product of the lengths: 100 rows against 100 rows dispatch the
    body 10000 times outside of `jax.jit`, and inside compile 10000 copies of it. One
    `jax.vmap` for each loop traces the body once and computes all combinations together.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def kernel_matrix(xs: jax.Array, ys: jax.Array):
        n, m = xs.shape[0], ys.shape[0]
        out = jnp.zeros((n, m))
        for i in range(n):
            for j in range(m):
                out = out.at[i, j].set(jnp.exp(-jnp.sum((xs[i] - ys[j]) ** 2)))
        return out
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def kernel_matrix(xs: jax.Array, ys: jax.Array):
        n, m = xs.shape[0], ys.shape[0]

        def one(x, y):
            return jnp.exp(-jnp.sum((x - y) ** 2))

        out = jax.vmap(jax.vmap(one, in_axes=(None, 0)), in_axes=(0, None))(xs, ys).astype(float)
        return out
    ```

    ## Fix safety
    The values agree up to rounding. The fix is unsafe because what is mapped over must be arrays,
    because a callee that branches on values fails under `vmap`, and because all combinations are
    in memory at once. It is made for two loops with nothing between them.

    ## When to keep it
    Few rows, and bodies that need much memory each: map the outer loop with `jax.lax.map`, and
    only the inner one with `jax.vmap`. The loops of a nest are not reported again by
    `python-loop-over-batch`.
    """

    code = "JOL205"
    summary = "A nest of Python loops computes independent values one at a time"
    fix = "nested-vmap"

    def matches(self) -> Iterable[Nest]:
        return [found for found in roles(self.facts) if isinstance(found, Nest)]

    def judge(self, found: Nest) -> None:
        traced = found.outer.traced_at is not None
        done = "traced and compiled" if traced else "dispatched, or compiled,"
        self.report(
            found,
            f"{found.what} computed by {len(found.loops)} nested loops: the body is {done} "
            "once for each combination of rows",
            help="one `jax.vmap` for each loop runs all combinations at once",
            certain=found.certain,
            because=found.outer.because,
            assumed=found.outer.assumed(found.certain),
        )
