"""A list of different objects, not an axis of an array."""

import jax
import jax.numpy as jnp


def component_log_probs(components, value: jax.Array):
    out = []
    for component in components:
        out.append(component.log_prob(value))
    return jnp.stack(out, axis=-1)


def samples(key, components):
    keys = jax.random.split(key, 5)
    out = []
    for k, d in zip(keys, components):
        out.append(d.expand((3,)).sample(k))
    return jnp.stack(out)


def norm_of_all(grads):
    """The leaves of a tree have shapes of their own."""
    flat, _ = jax.tree_util.tree_flatten(grads)
    flat = jnp.concatenate([jnp.reshape(leaf, -1) for leaf in flat])
    return jnp.sqrt(jnp.sum(jnp.square(flat)))
