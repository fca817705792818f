import jax
import jax.numpy as jnp
from tqdm import trange


def elbo(params, key, x):
    mu, logvar = x @ params["mu"], x @ params["lv"]
    z = mu + jnp.exp(0.5 * logvar) * jax.random.normal(key, mu.shape)
    rec = jnp.mean((z @ params["dec"] - x) ** 2)
    kl = -0.5 * jnp.mean(1 + logvar - mu**2 - jnp.exp(logvar))
    return rec + kl


def update(params, key, x):
    loss, g = jax.value_and_grad(elbo)(params, key, x)
    return jax.tree.map(lambda p, d: p - 1e-3 * d, params, g), loss


update = jax.jit(update, donate_argnames="params")


def fit(params, data, seed=0, steps=30_000):
    root = jax.random.key(seed)
    bar = trange(steps)
    for i in bar:
        params, loss = update(params, jax.random.fold_in(root, i), data)
        bar.set_postfix(loss=float(loss))
    return params
