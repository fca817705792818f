import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    params = {"w": jax.random.normal(k1, (4, 3)), "b": jax.random.normal(k2, (3,))}
    return params, jax.random.normal(k3, (6, 4))


def run(params, xs):
    """Dense layer on each row of the batch."""
    return jax.vmap(lambda p, x: jnp.tanh(x @ p["w"] + p["b"]), in_axes=(None, 0))(params, xs)
