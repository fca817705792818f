# not executed: the drawn numbers change on purpose
"""What a distribution of a library makes of a key is not known: said is that both have the key."""

import jax
import numpyro.distributions as dist


def shuffled(key, weights, rows):
    parts = dist.Categorical(probs=weights)
    key_1, key_2 = jax.random.split(key)
    chosen = parts.sample(key_1, (rows.shape[0],))
    order = jax.random.permutation(key_2, rows.shape[0])
    return rows[order], chosen[order]


def counted(key, rate):
    key_1, key_2 = jax.random.split(key)
    noise = dist.Normal(0.0, rate).sample(key_1, (8,))
    return noise + jax.random.normal(key_2, (8,))
