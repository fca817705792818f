"""Whether the barriers stay is a parameter."""

import functools

import jax
import jax.numpy as jnp


def attend(query, key, value, prevent_cse=True, policy=None):
    def one_query(args):
        q, at = args

        @functools.partial(jax.checkpoint, prevent_cse=prevent_cse, policy=policy)
        def block(carry, args):
            k, v, k_at = args
            top, low = carry
            weights = jnp.exp(jnp.einsum("qd,kd->qk", q, k))
            return (top + weights @ v, low + weights.sum(-1, keepdims=True)), None

        start = (jnp.zeros_like(q), jnp.zeros(q.shape[:-1] + (1,)))
        (top, low), _ = jax.lax.scan(block, start, xs=(key, value, jnp.arange(key.shape[0])))
        return top / low

    return jax.lax.map(one_query, (query, jnp.arange(query.shape[0])))


def loss(query, key, value):
    return jnp.sum(attend(query, key, value))


slope = jax.grad(loss)
