# not executed: the original raises
import jax
import jax.numpy as jnp


@jax.jit
def rows(n, /, *, width):
    # `static_argnames` cannot name `n`
    return jnp.zeros((n, 3)) + width  # want: JOL103


print(rows(2, width=1.0))
