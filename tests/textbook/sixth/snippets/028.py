import equinox as eqx
import jax
import jax.numpy as jnp

NUM_STEPS, WARMUP = 10_000, 10_000


class Vae(eqx.Module):
    encoder: eqx.nn.MLP
    decoder: eqx.nn.MLP

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.encoder = eqx.nn.MLP(784, 64, 512, depth=2, key=k1)
        self.decoder = eqx.nn.MLP(32, 784, 512, depth=2, key=k2)


def elbo_loss(model, x, key, beta):
    mean, log_std = jnp.split(jax.vmap(model.encoder)(x), 2, axis=-1)
    z = mean + jnp.exp(log_std) * jax.random.normal(key, mean.shape)
    recon = jnp.sum((jax.vmap(model.decoder)(z) - x) ** 2, axis=-1)
    kl = 0.5 * jnp.sum(jnp.exp(2 * log_std) + mean**2 - 1 - 2 * log_std, axis=-1)
    return jnp.mean(recon + beta * kl)


@eqx.filter_jit
def train_step(model, x, key, beta):
    loss, grads = eqx.filter_value_and_grad(elbo_loss)(model, x, key, beta)
    return eqx.apply_updates(model, jax.tree.map(lambda g: -1e-4 * g, grads)), loss


def train(batches, key):
    model_key, noise_key = jax.random.split(key)
    model = Vae(model_key)
    for step, x in zip(range(NUM_STEPS), batches):
        beta = min(1.0, step / WARMUP)
        model, loss = train_step(model, x, jax.random.fold_in(noise_key, step), beta)
    return model
