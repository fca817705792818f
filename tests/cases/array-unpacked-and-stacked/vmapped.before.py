import jax
import jax.numpy as jnp


def inputs(key):
    return key, jnp.arange(12.0).reshape(6, 2)


def noisy(key, row):
    return row + jax.random.normal(key, row.shape)


def rows(key, xs):
    # One key for each row.
    key, *keys = jax.random.split(key, len(xs) + 1)  # want: JOL211 "keys are unpacked into the list `keys`"
    return key, jax.vmap(noisy)(jnp.array(keys), xs)


def many(key):
    key, first, *rest = jax.random.split(key, 66)  # want: JOL211 "66 keys are unpacked"
    # And all others.
    out = jax.vmap(lambda k: jax.random.uniform(k, (2,)))(jnp.stack(rest))
    return key, first, out


@jax.jit
def compiled(key, xs):
    _, *keys = jax.random.split(key, xs.shape[0] + 1)  # want: JOL211 "a slice for each of them"
    keys = jnp.asarray(keys)
    return jax.vmap(noisy)(keys, xs)


def run(key, xs):
    return rows(key, xs), many(key), compiled(key, xs)
