"""One AdamW step over a parameter tree.

``run(params, grads, mu, nu, count, lr, wd)``: the moments are updated from the
plain gradients; bias correction uses count + 1; the weight decay is decoupled:
new = p - lr * (mhat / (sqrt(vhat) + 1e-8) + wd * p).
``count`` is an int32 scalar.  Returns (params, mu, nu, count + 1).
"""
import jax
import jax.numpy as jnp


def run(params, grads, mu, nu, count, lr=1e-2, wd=0.0):
    count = count + 1
    mu = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mu, grads)
    nu = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, nu, grads)
    c1, c2 = 1.0 - 0.9 ** count, 1.0 - 0.999 ** count
    params = jax.tree.map(
        lambda p, m, v: p - lr * (m / c1 / (jnp.sqrt(v / c2) + 1e-8) + wd * p), params, mu, nu)
    return params, mu, nu, count


def inputs(key):
    k = jax.random.split(key, 4)
    t = lambda kk, s: {"w": jax.random.normal(kk, (3, 2)) * s, "b": jax.random.normal(kk, (2,)) * s}
    sq = jax.tree.map(jnp.square, t(k[3], 0.3))
    return t(k[0], 1.0), t(k[1], 0.5), t(k[2], 0.1), sq, jnp.int32(4), 1e-2, 0.0
