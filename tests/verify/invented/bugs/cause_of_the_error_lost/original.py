import jax
import jax.numpy as jnp


def inputs(key):
    return ({"scale": 2.0}, "scale", jnp.arange(3.0))


def run(table, name, x):
    """`x` times an entry; a ValueError that has the KeyError for its cause if there is none."""
    try:
        return x * table[name]
    except KeyError as error:
        raise ValueError(name) from error
