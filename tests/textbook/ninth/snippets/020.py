import equinox as eqx
import jax
import jax.numpy as jnp
import optax

NUM_STEPS = 10_000


class VAE(eqx.Module):
    encoder: eqx.nn.MLP
    decoder: eqx.nn.MLP

    def __init__(self, key):
        enc_key, dec_key = jax.random.split(key)
        self.encoder = eqx.nn.MLP(784, 2 * 32, 400, depth=1, key=enc_key)
        self.decoder = eqx.nn.MLP(32, 784, 400, depth=1, key=dec_key)

    def __call__(self, x, key):
        mean, log_var = jnp.split(self.encoder(x), 2)
        z = mean + jnp.exp(0.5 * log_var) * jax.random.normal(key, mean.shape)
        kl = 0.5 * jnp.sum(jnp.exp(log_var) + mean**2 - 1.0 - log_var)
        return optax.sigmoid_binary_cross_entropy(self.decoder(z), x).sum(), kl


@eqx.filter_jit
def train_step(model, opt_state, x, key, beta):
    def loss_fn(model):
        recon, kl = jax.vmap(model)(x, jax.random.split(key, x.shape[0]))
        return jnp.mean(recon + beta * kl)

    grads = eqx.filter_grad(loss_fn)(model)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state


model, optim = VAE(jax.random.key(0)), optax.adam(1e-3)
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
x = jax.random.bernoulli(jax.random.key(1), 0.3, (128, 784)).astype(jnp.float32)
for step in range(NUM_STEPS):
    beta = min(1.0, step / NUM_STEPS)
    model, opt_state = train_step(model, opt_state, x, jax.random.key(step + 2), beta)
