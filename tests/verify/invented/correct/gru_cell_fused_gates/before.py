"""One GRU step with separate weight matrices for r, z, n; ``run(p, h, x)``.
"""
import jax
import jax.numpy as jnp


def run(p, h, x):
    r = jax.nn.sigmoid(x @ p["wr"] + h @ p["ur"])
    z = jax.nn.sigmoid(x @ p["wz"] + h @ p["uz"])
    n = jnp.tanh(x @ p["wn"] + r * (h @ p["un"]))
    return (1 - z) * n + z * h


def inputs(key):
    k = jax.random.split(key, 8)
    p = {m: 0.5 * jax.random.normal(k[i], (4, 4)) for i, m in enumerate(["wr", "wz", "wn", "ur", "uz", "un"])}
    return p, jax.random.normal(k[6], (2, 4)), jax.random.normal(k[7], (2, 4))
