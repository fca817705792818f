import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (40, 3)), jax.random.randint(k2, (40,), 0, 6))


GROUPS = 6


def run(x, group):
    """Mean row of each of six groups; zero for an empty one."""
    out = []
    for g in range(GROUPS):
        mine = (group == g)[:, None]
        out.append(jnp.where(mine, x, 0).sum(axis=0) / jnp.maximum(mine.sum(), 1))
    return jnp.stack(out)
