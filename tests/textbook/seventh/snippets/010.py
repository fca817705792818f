import jax
import jax.numpy as jnp


def init_encoder(key, in_dim=784, latent=32):
    return {
        "mu": jax.random.normal(key, (in_dim, latent)) / jnp.sqrt(in_dim),
        "logvar": jax.random.normal(key, (in_dim, latent)) / jnp.sqrt(in_dim),
    }


@jax.jit
def sample_latent(params, key, x):
    mu = x @ params["mu"]
    logvar = x @ params["logvar"]
    eps = jax.random.normal(key, mu.shape)
    return mu + jnp.exp(0.5 * logvar) * eps


init_key, data_key, sample_key = jax.random.split(jax.random.key(0), 3)
params = init_encoder(init_key)
x = jax.random.uniform(data_key, (256, 784))
z = sample_latent(params, sample_key, x)
print(z.shape)
