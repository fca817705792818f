import jax
import jax.numpy as jnp


def inputs(key):
    return key, jnp.arange(12.0).reshape(6, 2)


def noisy(key, row):
    return row + jax.random.normal(key, row.shape)


def rows(key, xs):
    # One key for each row.
    keys = jax.random.split(key, len(xs) + 1)
    key, keys = keys[0], keys[1:]
    return key, jax.vmap(noisy)(keys, xs)


def many(key):
    rest = jax.random.split(key, 66)
    key, first, rest = rest[0], rest[1], rest[2:]
    # And all others.
    out = jax.vmap(lambda k: jax.random.uniform(k, (2,)))(rest)
    return key, first, out


@jax.jit
def compiled(key, xs):
    keys = jax.random.split(key, xs.shape[0] + 1)[1:]
    keys = jnp.asarray(keys)
    return jax.vmap(noisy)(keys, xs)


def run(key, xs):
    return rows(key, xs), many(key), compiled(key, xs)
