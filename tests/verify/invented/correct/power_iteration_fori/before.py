# used inside jax.jit
import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    m = jax.random.normal(k1, (8, 8))
    return (m @ m.T, jax.random.normal(k2, (8,)))


def run(a, v):
    """Twelve power iterations: direction and Rayleigh quotient."""
    for _ in range(12):
        v = a @ v
        v = v / jnp.linalg.norm(v)
    return v, v @ a @ v
