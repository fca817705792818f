import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (5, 3)), []


class _Journal:
    target = None


@jax.jit
def _centre(batch):
    _Journal.target.append(f"centred {batch.shape}")
    return batch - jnp.mean(batch, axis=0)


def run(batch, journal):
    """Centres the batch and notes its shape in the caller's journal."""
    _Journal.target = journal
    return _centre(batch), list(journal)
