import jax
import jax.numpy as jnp


def inputs(key):
    return iter(list(jax.random.normal(key, (3, 4)))), 3


def run(batches, steps):
    """Mean of the first `steps` batches; the iterator goes on after them."""
    out = []
    following = next(batches, None)
    for _ in range(steps):
        batch, following = following, next(batches, None)
        if batch is None:
            break
        out.append(batch.mean())
    return out
