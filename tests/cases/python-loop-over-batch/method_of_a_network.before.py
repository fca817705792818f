# not executed: a haiku module runs under a transform
"""A helper of a network runs by `apply`, which nearly everybody compiles."""

import haiku as hk
import jax.numpy as jnp


class Net(hk.Module):
    def features(self, vel):
        speeds = [jnp.sqrt(jnp.sum(vel[i] ** 2, axis=-1)) for i in range(vel.shape[0])]  # want: JOL201 info
        return jnp.stack(speeds)


def features(vel):
    speeds = [jnp.sqrt(jnp.sum(vel[i] ** 2, axis=-1)) for i in range(vel.shape[0])]  # want: JOL201 warning
    return jnp.stack(speeds)
