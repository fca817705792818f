import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (12,)),)


@jax.jit
def run(x):
    """Sums over windows of three."""
    total = jnp.concatenate([jnp.zeros(1, x.dtype), jnp.cumsum(x)])
    return total[3:] - total[:-3]
