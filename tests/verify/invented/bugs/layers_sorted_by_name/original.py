import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 4)
    layers = {f"layer_{i}": 0.5 * jax.random.normal(k[i], (4, 4)) for i in range(3)}
    return layers, jax.random.normal(k[3], (4,))


def run(layers, x):
    """Applies the layers in the order in which they were added."""
    for name, w in layers.items():
        x = jnp.tanh(w @ x)
    return x
