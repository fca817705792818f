"""A callback that gets no arrays is called once, whatever `vmap` goes over."""

import jax
import jax.numpy as jnp


class Environments:
    def __init__(self, env, count):
        self.env, self.count = env, count

    def _reset(self, _):
        def observe():
            return self.env.reset()

        return jax.pure_callback(observe, jax.ShapeDtypeStruct((4,), jnp.float32))

    def reset(self):
        return jax.vmap(self._reset)(jnp.arange(self.count))
