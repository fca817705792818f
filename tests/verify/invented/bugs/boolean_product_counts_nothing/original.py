import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.bernoulli(key, 0.5, (7, 4)).astype(jnp.int32),)


def run(member):
    """In how many baskets every pair of items occurs together."""
    n = member.shape[1]
    rows = []
    for i in range(n):
        both = [jnp.sum((member[:, i] != 0) & (member[:, j] != 0), dtype=jnp.int32) for j in range(n)]
        rows.append(jnp.stack(both))
    return jnp.stack(rows)
