import jax
import jax.numpy as jnp


def inputs(key):
    return (list(jax.random.normal(key, (6, 3))),)


def run(items):
    """Yield the sums of consecutive pairs; a last single item is yielded as it is."""
    source = iter(items)
    for first in source:
        second = next(source, None)
        if second is None:
            yield first
            return
        yield first + second
