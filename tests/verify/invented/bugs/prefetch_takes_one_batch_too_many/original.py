import jax
import jax.numpy as jnp


def inputs(key):
    return iter(list(jax.random.normal(key, (3, 4)))), 3


def run(batches, steps):
    """Mean of the first `steps` batches; the iterator goes on after them."""
    out = []
    for _ in range(steps):
        batch = next(batches, None)
        if batch is None:
            break
        out.append(jnp.mean(batch))
    return out
