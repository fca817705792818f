import jax
import jax.numpy as jnp


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return (jax.random.normal(a, (3,)), jax.random.normal(b, (5, 3)), jax.random.normal(c, (5,)), 0.0)


def loss(w, x, y, decay):
    data = jnp.mean((x @ w - y) ** 2)
    return data + decay * jnp.sum(w * w), data


def run(w, x, y, decay):
    """The total loss, its data part, and the gradient of the total."""
    total, data = loss(w, x, y, decay)
    grads = jax.grad(lambda w: loss(w, x, y, decay)[0])(w)
    return total, data, grads
