"""Training step with metrics.

``run(w, x, y, lr)`` does one step of linear least squares and returns
(new w, metrics); metrics["loss"] and metrics["residual_max"] belong to the
weights before the step.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(w, x, y, lr=0.1):
    def loss(w):
        r = x @ w - y
        return jnp.mean(r * r), jnp.max(jnp.abs(r))

    (l, rmax), g = jax.value_and_grad(loss, has_aux=True)(w)
    return w - lr * g, {"loss": l, "residual_max": rmax}


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    n = jax.random.normal
    return n(a, (3,)), n(b, (6, 3)), n(c, (6,)), 0.1
