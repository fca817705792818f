import jax
from jax import lax
import jax.numpy as jnp


def advance(u, v, dt):
    lap = (
        jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0)
        + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1)
        - 4.0 * u
    )
    v = v + dt * lap
    return u + dt * v, v


def many(u, v, dt):
    return lax.fori_loop(0, 64, lambda _, s: advance(*s, dt), (u, v))


advance_many = jax.jit(many)


def simulate(n=32768, chunks=500):
    u = jnp.zeros((n, n)).at[n // 2, n // 2].set(1.0)
    v = jnp.zeros((n, n))
    for _ in range(chunks):
        u, v = advance_many(u, v, 0.1)
    return u
