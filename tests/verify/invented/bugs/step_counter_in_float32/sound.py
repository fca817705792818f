import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return {"count": jnp.int32(17), "m": jax.random.normal(a, (3,))}, jax.random.normal(b, (3,))


@jax.jit
def run(state, g):
    """Momentum with a step counter."""
    return {"count": state["count"] + 1, "m": 0.9 * state["m"] + g}
