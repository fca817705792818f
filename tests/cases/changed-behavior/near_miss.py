"""Masks of booleans, single keys, dtypes, numbers, and what is not known."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest


def losses_of(x, done, mask):
    alive = jnp.logical_not(done)
    kept = mask > 0
    either = mask if done is None else ~mask
    rows = np.ones(3)
    return (
        jnp.sum(x, where=alive), jnp.mean(x, where=kept), jnp.max(x, where=mask, initial=0),
        jnp.sum(x, where=either), rows.mean(where=1 - rows), jnp.where(1 - done, x, 0),
        jnp.sum(x, where=(1 - done).astype(bool)), x.sum(where=1 - done),
    )  # fmt: skip


def noise(key, n):
    keys = jax.random.split(key, n)
    a, b = jax.random.split(key)
    x = jax.vmap(lambda k: jax.random.normal(k, (3,)))(keys)
    y = jax.random.normal(keys[0], (3,)) + jax.random.normal(a)
    return x, y.astype(x.dtype), jnp.ones(4, dtype=x.dtype), jax.random.uniform(b)


def each(key, n):
    for keys in jax.random.split(key, n):
        yield jax.random.normal(keys)


def flops(f, x, report):
    compiled = jax.jit(f).lower(x).compile()
    return compiled.cost_analysis()["flops"], report.cost_analysis()[0], float(jnp.sum(x))


def borrowed(t):
    return jax.dlpack.from_dlpack(t), float(jnp.zeros((1,))[0]), jnp.atleast_1d(t)


def test_a_mask_of_numbers_is_refused():
    with pytest.raises(ValueError):
        jnp.sum(jnp.ones(3), where=jnp.ones(3))
