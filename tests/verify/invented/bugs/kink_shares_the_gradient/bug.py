import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (5, 3)), jnp.ones((3,))


@jax.jit
def run(x, w):
    """The gradient of the weighted sum of the rectified rows with respect to w."""
    return jax.grad(lambda w: jnp.sum(jnp.maximum(x * w, 0.0) * (x + 1.0)))(w)
