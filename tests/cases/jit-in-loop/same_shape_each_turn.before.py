# not executed: nothing is rewritten
import jax
import jax.numpy as jnp


def summed(rows, width):
    out = []
    for row in rows:
        blank = jnp.zeros((width,))
        square = jax.jit(lambda v, b: jnp.sum(v**2) + b)  # want: JOL101 (warning)
        out.append(square(row, blank))
        like = jnp.zeros(row.shape)
        cube = jax.jit(lambda v: jnp.sum(v**3))  # want: JOL101 (warning)
        out.append(cube(like))
    return out
