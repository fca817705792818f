# not executed: nothing is rewritten
import jax
import jax.numpy as jnp


def summed(rows, width):
    out = []
    square = jax.jit(lambda v, b: jnp.sum(v**2) + b)
    cube = jax.jit(lambda v: jnp.sum(v**3))
    for row in rows:
        blank = jnp.zeros((width,))
        out.append(square(row, blank))
        like = jnp.zeros(row.shape)
        out.append(cube(like))
    return out
