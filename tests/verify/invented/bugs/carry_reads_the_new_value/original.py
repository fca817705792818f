import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (8,)), jax.random.normal(k2, (8,)), 0.1)


def run(x, v, dt):
    """Ten explicit Euler steps of a pendulum."""
    for _ in range(10):
        x, v = x + dt * v, v - dt * jnp.sin(x)
    return x, v
