import jax
import jax.numpy as jnp
import numpy as np

IMAGE_SHAPE = (64, 32, 32, 3)


@jax.jit
def augment(images, noise_scale):
    noise = np.random.normal(size=images.shape).astype(np.float32)
    flip = jnp.flip(images, axis=2)
    images = 0.5 * (images + flip)
    return jnp.clip(images + noise_scale * noise, 0.0, 1.0)


def augmented_epochs(images, num_epochs=90):
    num_batches = images.shape[0] // IMAGE_SHAPE[0]
    for _ in range(num_epochs):
        for i in range(num_batches):
            batch = images[i * IMAGE_SHAPE[0] : (i + 1) * IMAGE_SHAPE[0]]
            yield augment(batch, 0.1)


if __name__ == "__main__":
    dataset = np.random.default_rng(0).uniform(size=(50_000, 32, 32, 3)).astype(np.float32)
    for batch in augmented_epochs(dataset, num_epochs=1):
        assert batch.shape == IMAGE_SHAPE
