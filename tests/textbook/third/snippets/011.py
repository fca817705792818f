import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp


@jax.jit
def hilbert_solve(b):
    n = b.shape[0]
    i = jnp.arange(n, dtype=jnp.float64)
    h = 1.0 / (i[:, None] + i[None, :] + 1.0)
    return jnp.linalg.solve(h, b)


x = hilbert_solve(jnp.ones(8, jnp.float64))
print(x.dtype, float(x[0]))
