"""Within a compiled function the inner one is inlined: there is one program."""
from functools import partial

import jax


@partial(jax.jit, static_argnums=(1,))
def block(x, k):
    return x[k] * 2


@jax.jit
def total(x):
    out = 0
    for k in range(x.shape[0] - 1):
        out = out + block(x, k)
    return out
