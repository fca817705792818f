"""All groups of heads are dropped out with one key."""

import jax
import jax.numpy as jnp


def attend(query, key, value, dropout_rng, rate, groups=2):
    outputs = []
    queries = jnp.split(query, groups, axis=-2)
    keys = jnp.split(key, groups, axis=-2)
    values = jnp.split(value, groups, axis=-2)
    for i, (q, k, v) in enumerate(zip(queries, keys, values)):
        weights = jax.nn.softmax(jnp.einsum("...qhc,...khc->...hqk", q, k))
        keep = jax.random.bernoulli(dropout_rng, 1.0 - rate, weights.shape)  # want: JOL802
        weights = weights * keep / (1.0 - rate)
        outputs.append(jnp.einsum("...hqk,...khc->...qhc", weights, v))
    return jnp.concatenate(outputs, axis=-2)
