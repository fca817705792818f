import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 8)),)


def run(x):
    """Rotary embedding on halves (even feature count)."""
    n, d = x.shape
    f = 10000.0 ** (-jnp.arange(d // 2) / (d // 2))
    out = []
    for p in range(n):
        c, s = jnp.cos(p * f), jnp.sin(p * f)
        a, b = x[p, : d // 2], x[p, d // 2:]
        out.append(jnp.concatenate([a * c - b * s, b * c + a * s]))
    return jnp.stack(out)
