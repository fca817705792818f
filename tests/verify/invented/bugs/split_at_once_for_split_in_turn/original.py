import jax
import jax.numpy as jnp


def inputs(key):
    return (key, 4)


def run(key, n):
    """The n draws of a chain of splits."""
    out = []
    for _ in range(n):
        key, sub = jax.random.split(key)
        out.append(jax.random.normal(sub, (2,)))
    return jnp.stack(out)
