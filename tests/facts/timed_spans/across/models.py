from functools import partial

import jax


class Model:
    @partial(jax.jit, static_argnums=0)
    def forward(self, x):
        return x @ x
