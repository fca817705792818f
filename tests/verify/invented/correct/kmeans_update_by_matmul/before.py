import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (50, 3)), jax.random.normal(k2, (4, 3)))


def run(points, centres):
    """One step of Lloyd's algorithm; a centre without points stays."""
    nearest = jnp.argmin(((points[:, None] - centres) ** 2).sum(-1), axis=1)
    new = []
    for c in range(centres.shape[0]):
        mine = nearest == c
        mean = jnp.where(mine[:, None], points, 0).sum(axis=0) / jnp.maximum(mine.sum(), 1)
        new.append(jnp.where(mine.any(), mean, centres[c]))
    return jnp.stack(new)
