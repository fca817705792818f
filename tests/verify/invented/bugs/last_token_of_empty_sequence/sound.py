import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 6, 3)), jax.random.randint(k2, (4,), 1, 7)


def run(hidden, lengths):
    """Hidden state at the last valid position of each sequence, zeros for an empty one."""
    place = jnp.clip(lengths - 1, 0, hidden.shape[1] - 1)
    last = jnp.take_along_axis(hidden, place[:, None, None], axis=1)[:, 0]
    return jnp.where(lengths[:, None] > 0, last, jnp.zeros_like(last))
