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
    scale = 0.1 * potential(x)  # want: JOL501
    return x - scale * jax.grad(potential)(x)


def both(x):
    return potential(x), jax.grad(potential)(x)  # want: JOL501
