import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (4,), minval=2.0, maxval=2.5),)


@jax.jit
def run(values):
    """Square roots by Heron's method."""
    def unfinished(x):
        return jnp.abs(x * x - values) > 1e-3 * values

    def step(x):
        return jnp.where(unfinished(x), 0.5 * (x + values / x), x)

    return jax.lax.while_loop(lambda x: unfinished(x).all(), step, jnp.maximum(values, 1.0))
