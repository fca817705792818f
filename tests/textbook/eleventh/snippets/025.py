import functools

import flax.linen as nn
import jax
import jax.numpy as jnp


class VAE(nn.Module):
    latent: int

    def setup(self):
        self.encoder = nn.Dense(2 * self.latent)
        self.decoder = nn.Dense(6)

    def __call__(self, x):
        mean, logvar = jnp.split(self.encoder(x), 2, axis=-1)
        z = mean + jnp.exp(0.5 * logvar) * jax.random.normal(self.make_rng("latent"), mean.shape)
        return self.decode(z)

    def decode(self, z):
        return nn.sigmoid(self.decoder(z))


@functools.partial(jax.jit, static_argnums=0)
def generate(model, params, z):
    return model.apply(params, z, method=model.decode)


vae = VAE(latent=2)
k_params, k_latent, k_z = jax.random.split(jax.random.key(0), 3)
params = vae.init({"params": k_params, "latent": k_latent}, jnp.ones((1, 6)))
print(generate(vae, params, jax.random.normal(k_z, (3, 2))))
