import jax
import jax.numpy as jnp


def corrupt(key, x, rate=0.15, sigma=0.1):
    noise = sigma * jax.random.normal(key, x.shape)
    keep = jax.random.uniform(key, x.shape) > rate
    return jnp.where(keep, x + noise, 0.0)


@jax.jit
def denoise_loss(params, key, x):
    noisy = corrupt(key, x)
    recon = jax.nn.sigmoid(noisy @ params["enc"]) @ params["dec"]
    return jnp.mean((recon - x) ** 2)


def epoch_loss(params, key, batches):
    losses = []
    for i, x in enumerate(batches):
        losses.append(denoise_loss(params, jax.random.fold_in(key, i), x))
    return jnp.stack(losses).mean()
