from functools import partial

import jax


class Model:
    @partial(jax.jit, static_argnums=0)
    def forward(self, x):  # fact: static_receivers jitted at methods.py:7
        return self._scale(x) + self.plain(x)

    def _scale(self, x):  # fact: static_receivers jitted at methods.py:7, through `forward`
        return 2 * x

    def plain(self, x):  # fact: static_receivers jitted at methods.py:7, through `forward`
        return x

    def other(self, x):
        return x
