import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 4)
    layers = {f"layer_{i}": 0.5 * jax.random.normal(k[i], (4, 4)) for i in range(3)}
    return layers, jax.random.normal(k[3], (4,))


@jax.jit
def _apply(weights, x):
    for w in weights:
        x = jnp.tanh(w @ x)
    return x


def run(layers, x):
    """Applies the layers in the order in which they were added."""
    return _apply(list(layers.values()), x)
