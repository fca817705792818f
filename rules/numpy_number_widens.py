"""Numbers of NumPy that make arrays of 16 bits ones of 32."""

from __future__ import annotations

from jaxopt_lint.patterns.numpy_number_widens import Widened, widened
from jaxopt_lint.rule import Rule, each


class NumpyNumberWidens(Rule[Widened]):
    """A number of NumPy makes an array of `bfloat16` or `float16` one of `float32`.

    ## Why is this slow?
    A number of Python takes the type of the array that it meets; a number of NumPy has a type of
    its own. `np.sqrt(64)` is one of 64 bits, so `scores / np.sqrt(64)` of `bfloat16` is an array of
    `float32`: it takes twice the memory, and so does all that is made of it, and the products
    behind it are done in `float32`. Nothing says so.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def scores(q, k):
        q, k = q.astype(jnp.bfloat16), k.astype(jnp.bfloat16)
        return q @ k.T / np.sqrt(q.shape[-1])
    ```
    Take a number of Python: `math.sqrt(q.shape[-1])`, or `float(np.sqrt(...))`.

    ## When to keep it
    Where the rest is to be done in `float32`: `x.astype(jnp.float32)` says so. What casts the
    result is not reported.
    """

    code = "JOL540"
    summary = "A number of NumPy makes arrays of 16 bits ones of 32"
    words = ("float16",)
    matches = each(widened)

    def judge(self, found: Widened) -> None:
        self.report(
            found,
            f"`{self.source(found.wide)}` is of NumPy, with a type of its own: it makes "
            f"`{self.source(found.short)}`, of 16 bits, an array of `float32`",
            help="take a number of Python, by `float(...)` or `math`, or an array of the same type",
        )
