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
