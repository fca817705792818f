import jax
import jax.numpy as jnp


def run(xs: jax.Array):
    out = []
    for i in range(xs.shape[0]):  # fact: row_loop `out` is
        out.append(jnp.sin(xs[i]))
    total = 0.0
    for i in range(xs.shape[0]):
        total = jnp.cos(total + xs[i])
    return jnp.stack(out), total
