import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (jax.random.normal(k1, (6,)), jax.random.normal(k2, (32, 6)), jax.random.normal(k3, (32,)), 0.0)


def run(w, x, y, decay):
    """Gradient of mean squared error plus decay * |w|^2; rows a multiple of four."""

    def loss(w, xb, yb):
        return jnp.mean((xb @ w - yb) ** 2)

    def micro(total, batch):
        return total + jax.grad(loss)(w, *batch) / 4, None

    total, _ = jax.lax.scan(micro, jnp.zeros_like(w), (x.reshape(4, -1, x.shape[1]), y.reshape(4, -1)))
    return total + 2 * decay * w
