import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    p = {"b": jax.random.normal(a, (3,)), "w": jax.random.normal(b, (2, 3))}
    return p, jax.tree.map(jnp.zeros_like, p), jax.tree.map(jnp.sin, p)


def run(p, m, g):
    new_p, new_m = {}, {}
    for k in sorted(p):
        new_m[k] = 0.9 * m[k] + g[k]
        new_p[k] = p[k] - 0.1 * new_m[k]
    return new_p, new_m
