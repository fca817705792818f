"""One AdamW step over a parameter tree.

``run(params, grads, mu, nu, count, lr, wd)``: the moments are updated from the
plain gradients; bias correction uses count + 1; the weight decay is decoupled:
new = p - lr * (mhat / (sqrt(vhat) + 1e-8) + wd * p).
``count`` is an int32 scalar.  Returns (params, mu, nu, count + 1).
"""
import jax
import jax.numpy as jnp


def _leaf(p, g, m, v, c1, c2, lr, wd):
    m = m + 0.1 * (g - m)
    v = v + 0.001 * (g * g - v)
    p = p * (1.0 - lr * wd) - lr * (m / c1) / (jnp.sqrt(v / c2) + 1e-8)
    return p, m, v


@jax.jit
def run(params, grads, mu, nu, count, lr=1e-2, wd=0.0):
    count = count + 1
    c1, c2 = 1.0 - 0.9 ** count, 1.0 - 0.999 ** count
    ps, td = jax.tree.flatten(params)
    out = [_leaf(p, g, m, v, c1, c2, lr, wd) for p, g, m, v in
           zip(ps, td.flatten_up_to(grads), td.flatten_up_to(mu), td.flatten_up_to(nu))]
    p, m, v = ([o[i] for o in out] for i in range(3))
    return td.unflatten(p), td.unflatten(m), td.unflatten(v), count


def inputs(key):
    k = jax.random.split(key, 4)
    t = lambda kk, s: {"w": jax.random.normal(kk, (3, 2)) * s, "b": jax.random.normal(kk, (2,)) * s}
    sq = jax.tree.map(jnp.square, t(k[3], 0.3))
    return t(k[0], 1.0), t(k[1], 0.5), t(k[2], 0.1), sq, jnp.int32(4), 1e-2, 0.0
