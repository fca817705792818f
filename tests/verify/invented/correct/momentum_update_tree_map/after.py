import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    p = {"b": jax.random.normal(a, (3,)), "w": jax.random.normal(b, (2, 3))}
    return p, jax.tree.map(jnp.zeros_like, p), jax.tree.map(jnp.sin, p)


def run(p, m, g):
    m = jax.tree.map(lambda mm, gg: 0.9 * mm + gg, m, g)
    return jax.tree.map(lambda pp, mm: pp - 0.1 * mm, p, m), m
