import jax
import jax.numpy as jnp


def inputs(key):
    t = jax.random.uniform(key, (9,), maxval=3.0)
    c, s = jnp.cos(t), jnp.sin(t)
    return (jnp.stack([jnp.stack([c, -s], -1), jnp.stack([s, c], -1)], -2),)


def run(steps):
    """Total transition after each step: M1, M2 M1, M3 M2 M1, ... of (n, d, d), n >= 1."""
    return jax.lax.associative_scan(lambda early, late: early @ late, steps)
