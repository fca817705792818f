import jax
import jax.numpy as jnp


def loss_fn(p, x, y):
    return jnp.mean((jnp.maximum(x @ p["u"], 0.0) @ p["v"] - y) ** 2)


def _sgd(p, x, y):
    g = jax.grad(loss_fn)(p, x, y)
    return {k: p[k] - 1e-3 * g[k] for k in p}


sgd = jax.jit(_sgd, donate_argnums=(0,))


def train(p, loader, epochs=50):
    for _ in range(epochs):
        for x, y in loader:
            p = sgd(p, x, y)
            jax.block_until_ready(p)
    return p
