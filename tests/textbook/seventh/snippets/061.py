import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def augment(images):
    """Adds pixel noise and random brightness to (batch, 32, 32, 3) images."""
    noise = np.random.normal(scale=0.05, size=images.shape)
    gain = np.random.uniform(0.8, 1.2, size=(images.shape[0], 1, 1, 1))
    return jnp.clip(images * gain + noise, 0.0, 1.0)


images = jax.random.uniform(jax.random.key(0), (128, 32, 32, 3))
views = [augment(images) for _ in range(200)]
print(jnp.std(jnp.stack(views), axis=0).mean())
