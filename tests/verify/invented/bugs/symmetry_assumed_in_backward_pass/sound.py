import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    m = jax.random.normal(k1, (6, 6))
    return (m + m.T, jax.random.normal(k2, (6,)))


@jax.custom_vjp
def run(a, x):
    """Quadratic form of a square float32 matrix."""
    return x @ (a @ x)


def forward(a, x):
    return run(a, x), (a, x)


def backward(saved, g):
    a, x = saved
    return g * jnp.outer(x, x), g * (a @ x + a.T @ x)


run.defvjp(forward, backward)
