from functools import partial

import jax
import jax.numpy as jnp


class Learner:
    def __init__(self, module, key, x):
        self.module = module
        self.params = module.init(key, x)

    @partial(jax.jit, static_argnums=(0,))
    def _loss(self, params, x):
        return jnp.mean(self.module.apply(params, x) ** 2)

    def update(self, x):
        grads = jax.grad(self._loss)(self.params, x)
        self.params = jax.tree.map(lambda p, g: p - 0.1 * g, self.params, grads)
