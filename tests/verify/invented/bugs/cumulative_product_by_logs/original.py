import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.uniform(key, (3, 10), minval=0.5, maxval=1.5),)


def run(factors):
    """Running products of the factors of each row."""
    total = jnp.ones(factors.shape[:1], factors.dtype)
    out = []
    for j in range(factors.shape[1]):
        total = total * factors[:, j]
        out.append(total)
    return jnp.stack(out, axis=1)
