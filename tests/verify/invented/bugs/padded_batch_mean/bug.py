"""Mean squared error over a data set, evaluated in batches.

``run(w, x, y, batch)`` returns the mean over all N examples of
(x @ w - y)**2.  N need not be a multiple of ``batch``; the last batch may be
smaller.  All arrays are float32, N >= 1, and ``batch`` is a Python int.
"""
import jax
import jax.numpy as jnp


def run(w, x, y, batch=4):
    n = x.shape[0]
    pad = -n % batch
    xb = jnp.pad(x, ((0, pad), (0, 0))).reshape(-1, batch, x.shape[1])
    yb = jnp.pad(y, (0, pad)).reshape(-1, batch)

    def body(total, xy):
        r = xy[0] @ w - xy[1]
        return total + jnp.sum(r * r), None

    total, _ = jax.lax.scan(body, jnp.zeros((), x.dtype), (xb, yb))
    return total / yb.size


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return jax.random.normal(a, (3,)), jax.random.normal(b, (8, 3)), jax.random.normal(c, (8,)), 4
