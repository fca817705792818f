import jax
import jax.numpy as jnp


def inputs(key):
    return jnp.float32(0.3) + 0.1 * jax.random.uniform(key), 2.5


def run(x, rate):
    """The logistic map after eight steps."""
    x, rate = jnp.broadcast_arrays(jnp.asarray(x, jnp.float32), jnp.asarray(rate, jnp.float32))
    state = (0, x)
    more = lambda s: s[0] < 8
    step = lambda s: (s[0] + 1, rate * s[1] * (1.0 - s[1]))
    return jax.lax.while_loop(more, step, state)[1]
