import jax
import jax.numpy as jnp
import numpy as np


def sinusoidal_positions(length, dim):
    position = np.arange(length)[:, None]
    frequency = np.exp(np.arange(0, dim, 2) * -(np.log(10_000.0) / dim))
    table = np.zeros((length, dim), dtype=np.float32)
    table[:, 0::2] = np.sin(position * frequency)
    table[:, 1::2] = np.cos(position * frequency)
    return table


@jax.jit
def embed_patches(kernel, images):
    batch, height, width, channels = images.shape
    patch = int(np.sqrt(kernel.shape[0] // channels))
    rows, cols = height // patch, width // patch
    x = images.reshape(batch, rows, patch, cols, patch, channels)
    x = x.transpose(0, 1, 3, 2, 4, 5).reshape(batch, rows * cols, -1)
    return x @ kernel + sinusoidal_positions(rows * cols, kernel.shape[1])


if __name__ == "__main__":
    kernel_key, image_key = jax.random.split(jax.random.key(0))
    kernel = 0.02 * jax.random.normal(kernel_key, (16 * 16 * 3, 768))
    images = jax.random.uniform(image_key, (32, 224, 224, 3))
    print(embed_patches(kernel, images).shape)
