import jax
import jax.numpy as jnp


def potential(x):
    return jnp.sum(x**4 - x**2)


def inputs(key):
    return (jax.random.normal(key, (6,)),)


def run(x):
    for _ in range(2):
        x = move(x)
    return both(x)


def move(x):
    value, grads = jax.value_and_grad(potential)(x)
    scale = 0.1 * value
    return x - scale * grads


def both(x):
    return jax.value_and_grad(potential)(x)
