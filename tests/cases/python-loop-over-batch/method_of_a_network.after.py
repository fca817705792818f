# not executed: a haiku module runs under a transform
"""A helper of a network runs by `apply`, which nearly everybody compiles."""

import haiku as hk
import jax
import jax.numpy as jnp


class Net(hk.Module):
    def features(self, vel):
        speeds = jax.vmap(
            lambda vel_i: jnp.sqrt(jnp.sum(vel_i ** 2, axis=-1))
        )(vel)
        return speeds


def features(vel):
    speeds = jax.vmap(lambda vel_i: jnp.sqrt(jnp.sum(vel_i ** 2, axis=-1)))(vel)
    return speeds
