import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (7, 3)), jax.random.uniform(k2, (7,))


def run(positions, masses):
    """Softened gravitational accelerations."""
    d = positions[None, :, :] - positions[:, None, :]
    strength = masses / (jnp.sum(d * d, axis=-1) + 0.01) ** 1.5
    return jnp.sum(strength[:, :, None] * d, axis=1)
