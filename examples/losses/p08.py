"""Variational autoencoder in flax.linen on synthetic curves."""

from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax

POINTS, LATENT, BATCH, STEPS = 64, 3, 128, 300


class VAE(nn.Module):
    latent: int

    @nn.compact
    def __call__(self, x, key):
        h = nn.gelu(nn.Dense(128)(x))
        mean = nn.Dense(self.latent)(h)
        logvar = nn.Dense(self.latent)(h)
        z = mean + jnp.exp(0.5 * logvar) * jax.random.normal(key, mean.shape)
        h = nn.gelu(nn.Dense(128)(z))
        return nn.Dense(x.shape[-1])(h), mean, logvar


def curves(n, seed):
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 1, POINTS)
    a, f, s = rng.uniform([0.5, 1, -1], [1.5, 3, 1], size=(n, 3)).T[..., None]
    return (a * np.sin(2 * np.pi * f * t) + s * t).astype(np.float32)


model = VAE(LATENT)
tx = optax.adam(2e-3)


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, opt_state, data, key):
    k_batch, k_noise = jax.random.split(key)
    x = data[jax.random.randint(k_batch, (BATCH,), 0, data.shape[0])]

    def loss_fn(p):
        recon, mean, logvar = model.apply(p, x, k_noise)
        rec = jnp.sum((recon - x) ** 2, -1)
        kl = -0.5 * jnp.sum(1 + logvar - mean**2 - jnp.exp(logvar), -1)
        return jnp.mean(10.0 * rec + kl)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def main():
    data = jnp.asarray(curves(4000, 0))
    k_init, k_noise, key = jax.random.split(jax.random.PRNGKey(0), 3)
    params = model.init(k_init, data[:1], k_noise)
    opt_state = tx.init(params)
    losses = []
    for step in range(STEPS):
        params, opt_state, loss = train_step(params, opt_state, data, jax.random.fold_in(key, step))
        losses.append(loss)
    losses = np.asarray(jnp.stack(losses))
    print("elbo loss %.3f -> %.3f" % (losses[:10].mean(), losses[-10:].mean()))


if __name__ == "__main__":
    main()
