import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (jax.random.normal(k1, (6,)), jax.random.normal(k2, (32, 6)), jax.random.normal(k3, (32,)), 0.0)


def run(w, x, y, decay):
    """Gradient of mean squared error plus decay * |w|^2; rows a multiple of four."""

    def loss(w):
        return jnp.mean((x @ w - y) ** 2) + decay * jnp.sum(w * w)

    return jax.grad(loss)(w)
