import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 4)
    return ({"a": jax.random.normal(ks[0], (3,)), "b": jax.random.normal(ks[1], (3,))},
            {"a": jax.random.normal(ks[2], (3,)), "b": jax.random.normal(ks[3], (3,))})


def run(p, q):
    """Inner product of two parameter dicts."""
    return sum(jnp.vdot(v, w) for v, w in zip(p.values(), q.values()))
