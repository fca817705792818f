"""One GRU step with separate weight matrices for r, z, n; ``run(p, h, x)``.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(p, h, x):
    gx = x @ jnp.concatenate([p["wr"], p["wz"], p["wn"]], axis=1)
    gh = h @ jnp.concatenate([p["ur"], p["uz"], p["un"]], axis=1)
    xr, xz, xn = jnp.split(gx, 3, axis=-1)
    hr, hz, hn = jnp.split(gh, 3, axis=-1)
    z = jax.nn.sigmoid(xz + hz)
    n = jnp.tanh(xn + jax.nn.sigmoid(xr + hr) * hn)
    return n + z * (h - n)


def inputs(key):
    k = jax.random.split(key, 8)
    p = {m: 0.5 * jax.random.normal(k[i], (4, 4)) for i, m in enumerate(["wr", "wz", "wn", "ur", "uz", "un"])}
    return p, jax.random.normal(k[6], (2, 4)), jax.random.normal(k[7], (2, 4))
