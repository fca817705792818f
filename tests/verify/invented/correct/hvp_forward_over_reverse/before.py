import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5,)), jax.random.normal(b, (5,))


def f(x):
    return jnp.sum(jnp.sin(x) ** 2) + jnp.prod(jnp.cos(x))


def run(x, v):
    return jax.hessian(f)(x) @ v
