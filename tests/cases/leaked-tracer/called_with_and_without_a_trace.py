from functools import partial

import jax


class Engine:
    def __init__(self):
        self.key = None

    @partial(jax.jit, static_argnums=(0,))
    def generate_compiled(self, params, key):
        return self.generate(params, key)

    def generate(self, params, key=None):
        if key is None:
            self.key = jax.random.key(0)
            self.key, key = jax.random.split(self.key)
        return params * jax.random.normal(key, params.shape)

    def next_key(self):
        return self.key
