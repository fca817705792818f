import jax
import jax.numpy as jnp


def corrupt(key, images, drop_rate=0.1, sigma=0.05):
    keep = jax.random.bernoulli(key, 1.0 - drop_rate, images.shape)
    noise = sigma * jax.random.normal(key, images.shape)
    return jnp.where(keep, images + noise, 0.0)


@jax.jit
def reconstruction_loss(params, key, images):
    noisy = corrupt(key, images)
    hidden = jax.nn.relu(noisy @ params["enc"])
    return jnp.mean((hidden @ params["dec"] - images) ** 2)
