import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (16,)), jax.random.normal(b, (16,))


@jax.jit
def run(params, grads):
    return params - 0.01 * grads
