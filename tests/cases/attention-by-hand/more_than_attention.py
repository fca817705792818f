# The weights are needed, or dropped out; there is one query alone; or it is no attention at all.
import jax
import jax.numpy as jnp
from flax import linen as nn


class WithDropout(nn.Module):
    @nn.compact
    def __call__(self, q, k, v, train):
        weights = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k), axis=-1)
        weights = nn.Dropout(0.1)(weights, deterministic=not train)
        return jnp.einsum("bhqk,bkhd->bqhd", weights, v)


def with_weights(q, k, v):
    weights = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k), axis=-1)
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v), weights


def of_one_query(q, k, v):
    weights = jax.nn.softmax(jnp.einsum("bd,bkd->bk", q, k), axis=-1)
    return jnp.einsum("bk,bkd->bd", weights, v)


def soft_clusters(x, centres):
    weights = jax.nn.softmax(x @ centres.T, axis=-1)
    return weights @ centres


def over_the_queries(q, k, v):
    weights = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k), axis=2)
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v)


def capped(q, k, v):
    scores = 30.0 * jnp.tanh(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 30.0)
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, axis=-1), v)


def entropy(q, k, v):
    weights = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k), axis=-1)
    spread = -jnp.sum(weights * jnp.log(weights))
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v), spread
