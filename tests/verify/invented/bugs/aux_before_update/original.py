"""Training step with metrics.

``run(w, x, y, lr)`` does one step of linear least squares and returns
(new w, metrics); metrics["loss"] and metrics["residual_max"] belong to the
weights before the step.
"""
import jax
import jax.numpy as jnp


def run(w, x, y, lr=0.1):
    def loss(w):
        r = x @ w - y
        return jnp.mean(r * r)

    r = x @ w - y
    metrics = {"loss": loss(w), "residual_max": jnp.max(jnp.abs(r))}
    return w - lr * jax.grad(loss)(w), metrics


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    n = jax.random.normal
    return n(a, (3,)), n(b, (6, 3)), n(c, (6,)), 0.1
