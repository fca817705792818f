import jax
import jax.numpy as jnp
import optax


def inputs(key):
    a, b = jax.random.split(key)
    return {"w": jax.random.normal(a, (3,))}, {"w": jax.random.normal(b, (3,))}


def run(params, grads):
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
