import jax
import jax.numpy as jnp


def inputs(key):
    return (list(jax.random.normal(key, (6, 3))),)


def run(items):
    """Yield the sums of consecutive pairs; a last single item is yielded as it is."""
    pending = None
    for x in items:
        if pending is None:
            pending = x
        else:
            yield pending + x
            pending = None
    if pending is not None:
        yield pending
