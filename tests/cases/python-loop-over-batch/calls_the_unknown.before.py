# not executed: it calls what is not there
"""What a turn calls may do more than compute, whatever it is called; one that is known does not."""

import jax
import jax.numpy as jnp
from flax import linen as nn


def by_a_method(policy, xs: jax.Array):
    return jnp.stack([jnp.sin(policy.step(x)) for x in xs])  # want: JOL201 (info)


def by_a_method_called_otherwise(policy, xs: jax.Array):
    return jnp.stack([jnp.sin(policy.look(x)) for x in xs])  # want: JOL201 (info)


def by_a_function(train_policy, xs: jax.Array):
    return jnp.stack([jnp.sin(train_policy(x)) for x in xs])  # want: JOL201 (info)


def under_jit(policy, xs: jax.Array):
    def all_of(xs: jax.Array):
        return jnp.stack([jnp.sin(policy.step(x)) for x in xs])  # want: JOL201 (info)

    return jax.jit(all_of)(xs)


def dropped(policy, xs: jax.Array):
    out = []
    for x in xs:
        policy.look(x)  # called for what it does
        out.append(jnp.sin(x))
    return jnp.stack(out)


def known(layer: nn.Module, params, xs: jax.Array):
    return jnp.stack([layer.apply(params, x) * 2 for x in xs])  # want: JOL201 (info)
