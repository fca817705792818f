import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5,)), 0.05)


def loss(w):
    return jnp.sum(jnp.arange(1.0, 6.0) * w * w)


def run(w, rate):
    """Best weights (of five) seen in ten steps of gradient descent, and their loss."""

    def step(carry, _):
        w, best, best_loss = carry
        w = w - rate * jax.grad(loss)(w)
        now = loss(w)
        better = now < best_loss
        return (w, jnp.where(better, w, best), jnp.where(better, now, best_loss)), None

    (w, best, best_loss), _ = jax.lax.scan(step, (w, w, loss(w)), None, length=10)
    return best, best_loss
