"""Weight decay on matrices only.

``run(params, wd)`` multiplies every parameter of two or more dimensions by
(1 - wd); biases and scales (1-D and scalars) stay as they are.
"""
import jax
import jax.numpy as jnp


def run(params, wd=0.1):
    def shrink(p):
        return p * (1 - wd) if p.ndim >= 2 else p

    return jax.tree.map(shrink, params)


def inputs(key):
    a, b = jax.random.split(key)
    return {"dense": {"w": jax.random.normal(a, (3, 2)), "b": jnp.zeros(2)},
            "conv": {"w": jax.random.normal(b, (2, 2, 3)), "b": jnp.zeros(3)},
            "temperature": jnp.float32(1.0)}, 0.1
