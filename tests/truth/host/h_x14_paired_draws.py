"""One key for both arrays on purpose: the rows must belong together."""

import jax


def sample_batch(key, x, y, size):
    x = jax.random.choice(key, x, (size,), replace=False)
    y = jax.random.choice(key, y, (size,), replace=False)
    return x, y


def evaluate(apply, params, key, x, y):
    sample_key, net_key = jax.random.split(key)
    batch_x, batch_y = sample_batch(sample_key, x, y, 32)
    return ((apply(params, batch_x, net_key) - batch_y) ** 2).mean()
