import jax
import jax.numpy as jnp

BATCH_SIZE = 256
PAD = 4


def augment(key, image):
    """Random flip, random crop with padding and a little pixel noise."""
    flip_key, crop_key, noise_key = jax.random.split(key, 3)
    image = jnp.where(jax.random.bernoulli(flip_key), image[:, ::-1], image)
    padded = jnp.pad(image, ((PAD, PAD), (PAD, PAD), (0, 0)), mode="reflect")
    top, left = jax.random.randint(crop_key, (2,), 0, 2 * PAD + 1)
    cropped = jax.lax.dynamic_slice(padded, (top, left, 0), image.shape)
    return cropped + 0.01 * jax.random.normal(noise_key, image.shape)


@jax.jit
def augment_batch(key, images):
    return jax.vmap(augment, in_axes=(None, 0))(key, images)


data_key, loop_key = jax.random.split(jax.random.key(0))
images = jax.random.uniform(data_key, (BATCH_SIZE, 32, 32, 3))
for step in range(100):
    batch = augment_batch(jax.random.fold_in(loop_key, step), images)
print(batch.shape)
