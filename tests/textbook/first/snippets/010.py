import jax
import jax.numpy as jnp


@jax.jit
def warp(image, theta):
    h, w = image.shape
    yy, xx = jnp.meshgrid(jnp.arange(h), jnp.arange(w), indexing="ij")
    c, s = jnp.cos(theta), jnp.sin(theta)
    coords = jnp.stack([c * yy - s * xx, s * yy + c * xx])
    return jax.scipy.ndimage.map_coordinates(image, list(coords), order=1)


def warp_batch(images, thetas):
    return jnp.stack([warp(images[i], thetas[i]) for i in range(images.shape[0])])


def pipeline(images, key):
    thetas = jax.random.uniform(key, (images.shape[0],), minval=-0.3, maxval=0.3)
    return warp_batch(images, thetas)


if __name__ == "__main__":
    print(pipeline(jnp.ones((4096, 64, 64)), jax.random.key(0)).shape)
