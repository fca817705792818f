import jax
import jax.numpy as jnp


@jax.jit
def mean(rows):
    return rows.mean()


def fit(data):
    for x in data:
        (kept,) = jnp.nonzero(x > 0)  # fact: varying_lengths reaches mean
        mean(x[kept])
    for x in data:
        (sized,) = jnp.nonzero(x > 0, size=4)
        mean(x[sized])
