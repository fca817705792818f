import jax
import jax.numpy as jnp


def split_table(key, x, y):
    order = jax.random.permutation(key, x.shape[0])
    return x[order], y[order]


key = jax.random.key(0)
key, use = jax.random.split(key)
x, y = split_table(use, jnp.arange(10.0), jnp.arange(10))
key, use = jax.random.split(key)
print(x + jax.random.normal(use, x.shape), y)
