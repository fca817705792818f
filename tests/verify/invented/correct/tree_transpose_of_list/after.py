import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 3)
    return ([{"x": jax.random.normal(k, (2,)), "y": jax.random.normal(k, ())} for k in ks],)


def run(items):
    stacked = jax.tree.map(lambda *v: jnp.stack(v), *items)
    return {"x": stacked["x"], "y": stacked["y"]}
