import jax
import jax.numpy as jnp


def corrupt(key, x):
    k_noise, k_mask = jax.random.split(key)
    noise = 0.1 * jax.random.normal(k_noise, x.shape)
    keep = jax.random.bernoulli(k_mask, 0.85, x.shape)
    return jnp.where(keep, x + noise, 0.0)


@jax.jit
def noisy_batch(key, batch):
    keys = jax.random.split(key, batch.shape[0])
    return jax.vmap(corrupt)(keys, batch)


def stream(seed, batches):
    key = jax.random.key(seed)
    for batch in batches:
        key, sub = jax.random.split(key)
        yield noisy_batch(sub, batch)
