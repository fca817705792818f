"""The keys are an array, and the parts that each of them is for are not."""

import jax
import jax.numpy as jnp


def sample(space, key, n):
    keys = jax.random.split(key, space.count)
    parts = [space.parts[i].draw(keys[i], n) for i in range(space.count)]
    return jnp.concatenate(parts, axis=1)


def norms(*factors: jax.Array):
    return jnp.array([jnp.linalg.norm(f) for f in factors])


def total(*factors: jax.Array):
    kept = [jnp.sum(f) for f in factors]
    return jnp.stack(kept)
