import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (5, 3)), []


def run(batch, journal):
    """Centres the batch and notes its shape in the caller's journal."""
    centred = batch - jnp.mean(batch, axis=0)
    journal.append(f"centred {batch.shape}")
    return centred, list(journal)
