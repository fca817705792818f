import jax
import jax.numpy as jnp


def corrupt(key, images, rate, sigma):
    drop = jax.random.uniform(key, images.shape) < rate
    noise = sigma * jax.random.normal(key, images.shape)
    return jnp.where(drop, 0.0, images + noise)


@jax.jit
def denoising_loss(w, images, key):
    noisy = corrupt(key, images, 0.3, 0.1)
    return jnp.mean((noisy @ w - images) ** 2)


key = jax.random.key(12)
key, image_key = jax.random.split(key)
images = jax.random.uniform(image_key, (16, 10))
w = jnp.eye(10)
for _ in range(5):
    key, subkey = jax.random.split(key)
    w = w - 0.1 * jax.grad(denoising_loss)(w, images, subkey)
print(jnp.diag(w))
