import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    m = jax.random.normal(k1, (8, 8))
    return (m @ m.T, jax.random.normal(k2, (8,)))


def run(a, v):
    """Twelve power iterations: direction and Rayleigh quotient."""

    def step(_, v):
        w = a @ v
        return w * jax.lax.rsqrt(jnp.vdot(w, w))

    v = jax.lax.fori_loop(0, 12, step, v)
    return v, v @ (a @ v)
