import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return ({"in": {"kernel": jax.random.normal(k1, (4, 3)), "bias": jnp.ones(3)}, "out": {"kernel": jax.random.normal(k2, (3, 2)), "bias": jnp.ones(2)}},)


def run(params):
    """Shrink every leaf of nested dicts by one percent, except those named "bias"."""

    def walk(tree):
        out = {}
        for name in sorted(tree):
            value = tree[name]
            if isinstance(value, dict):
                out[name] = walk(value)
            else:
                out[name] = value if name == "bias" else value * 0.99
        return out

    return walk(params)
