import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (12, 2)), jax.random.randint(b, (12,), 0, 4)


def run(x, ids):
    out = jnp.zeros((4, x.shape[1]), x.dtype)
    for i in range(x.shape[0]):
        out = out.at[ids[i]].add(x[i])
    return out
