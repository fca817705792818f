# not executed: the fix is refused
import jax
import jax.numpy as jnp


@jax.jit
def tiled(x, n):
    return jnp.tile(x, n)  # want: JOL103


def use(x):
    return tiled(x, jnp.argmax(x))
