import jax
import jax.numpy as jnp


def inputs(key):
    t = jax.random.uniform(key, (6,))
    c, s = jnp.cos(t), jnp.sin(t)
    return (jnp.stack([jnp.stack([c, -s], -1), jnp.stack([s, c], -1)], -2),)


@jax.jit
def run(steps):
    """The pose after every step: the newest transformation stands on the left."""
    return jax.lax.associative_scan(lambda a, b: b @ a, steps)
