import jax
import jax.numpy as jnp

kl_weight = 0.0


def elbo_loss(params, key, x):
    mu, logvar = jnp.split(x @ params["enc"], 2, axis=-1)
    z = mu + jnp.exp(0.5 * logvar) * jax.random.normal(key, mu.shape)
    recon = jnp.mean((z @ params["dec"] - x) ** 2)
    kl = -0.5 * jnp.mean(1.0 + logvar - mu**2 - jnp.exp(logvar))
    return recon + kl_weight * kl


@jax.jit
def train_step(params, key, x, lr=1e-2):
    grads = jax.grad(elbo_loss)(params, key, x)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


k1, k2, k3, key = jax.random.split(jax.random.key(0), 4)
params = {"enc": 0.03 * jax.random.normal(k1, (784, 64)), "dec": 0.1 * jax.random.normal(k2, (32, 784))}
x = jax.random.uniform(k3, (256, 784))
for epoch in range(50):
    kl_weight = min(1.0, epoch / 20)
    for i in range(100):
        key, sub = jax.random.split(key)
        params = train_step(params, sub, x)
print(elbo_loss(params, key, x))
