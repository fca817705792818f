# not executed: the drawn numbers change on purpose
"""What a distribution of a library makes of a key is not known: said is that both have the key."""

import jax
import numpyro.distributions as dist


def shuffled(key, weights, rows):
    parts = dist.Categorical(probs=weights)
    chosen = parts.sample(key, (rows.shape[0],))
    order = jax.random.permutation(key, rows.shape[0])  # want: JOL802 (info) "the same key"
    return rows[order], chosen[order]


def counted(key, rate):
    noise = dist.Normal(0.0, rate).sample(key, (8,))
    return noise + jax.random.normal(key, (8,))  # want: JOL802 (warning) "the same key"
