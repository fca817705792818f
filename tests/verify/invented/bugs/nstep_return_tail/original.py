"""n-step returns.

``run(r, v, n, gamma)`` with r (T,) and v (T + 1,): G_t is the discounted sum of
the rewards r_t ... r_{t+m-1} plus gamma**m * v[t + m] with m = min(n, T - t),
so near the end the window gets shorter.  ``n`` >= 1 is a Python int.  Returns G (T,).
"""
import jax
import jax.numpy as jnp


def run(r, v, n=3, gamma=0.9):
    T = r.shape[0]
    out = []
    for t in range(T):
        m = min(n, T - t)
        g = gamma ** m * v[t + m]
        for j in range(m):
            g = g + gamma ** j * r[t + j]
        out.append(g)
    return jnp.stack(out)


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (7,)), jax.random.normal(b, (8,)), 3, 0.9
