import jax
import jax.numpy as jnp


def inputs(key):
    return ({"a": jax.random.normal(key, (3,)), "b": jnp.arange(2.0)},)


def run(tree):
    """The leaves of a dict (by key) or an OrderedDict (in its own order), end to end."""
    return jnp.concatenate([jnp.ravel(tree[name]) for name in sorted(tree)])
