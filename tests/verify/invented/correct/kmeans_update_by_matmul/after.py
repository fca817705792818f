import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (50, 3)), jax.random.normal(k2, (4, 3)))


@jax.jit
def run(points, centres):
    """One step of Lloyd's algorithm; a centre without points stays."""
    nearest = jnp.argmin(((points[:, None] - centres) ** 2).sum(-1), axis=1)
    member = (nearest[None, :] == jnp.arange(centres.shape[0])[:, None]).astype(points.dtype)
    count = member.sum(axis=1, keepdims=True)
    return jnp.where(count > 0, member @ points / jnp.maximum(count, 1), centres)
