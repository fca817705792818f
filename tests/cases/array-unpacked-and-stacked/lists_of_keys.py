"""Few keys, lists that are used as lists, keys that are joined, and what is split otherwise."""

import jax
import jax.numpy as jnp


def few(key, xs):
    key, *keys = jax.random.split(key, 4)
    return key, jax.vmap(jax.random.normal)(jnp.array(keys)), xs


def one_by_one(key, xs):
    key, *keys = jax.random.split(key, len(xs) + 1)
    out = [jax.random.normal(k, x.shape) for k, x in zip(keys, xs)]
    return key, out, jnp.array(keys)


def joined(key, n):
    key, *keys = jax.random.split(key, n)
    return jnp.concatenate(keys)


def of_another_type(key, n):
    key, *keys = jax.random.split(key, n)
    return jnp.array(keys, dtype=jnp.int32)


def of_a_text(line, n):
    head, *rest = line.split(",", n)
    return head, jnp.array(rest)


def later(key, n):
    key, *keys = jax.random.split(key, n)

    def draw():
        return jax.vmap(jax.random.normal)(jnp.array(keys))

    return draw


def returned(key, n):
    key, *keys = jax.random.split(key, n)
    return keys
