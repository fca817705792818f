"""An engine compiles its update kernel, a bound method, without donating the old state."""

import jax
from flax import nnx


class Engine:
    def __init__(self, model, optimizer, limit):
        self._state = (model, optimizer)
        self._limit = limit
        self._grads = None
        self._count = 0
        self._compiled = False

    def _update_kernel(self, pure, grads, count, loss):
        norm = None
        if pure is not None:
            if count > 1:
                grads = jax.tree.map(lambda g: g / count, grads)
            if self._limit > 0:
                grads = jax.tree.map(lambda g: g.clip(-self._limit, self._limit), grads)
            local = nnx.merge(self._graph, pure, copy=True)
            local.apply_gradients(grads)
            _, new_pure = nnx.split(local)
            return new_pure, norm
        return pure, norm

    def compile(self):
        self._compiled_update = jax.jit(  # want: JOL301
            self._update_kernel,
            static_argnums=(2,),
        )
        self._compiled = True

    def update(self, loss):
        self._graph, pure = nnx.split(self._state)
        if self._compiled and hasattr(self, "_compiled_update"):
            new_pure, norm = self._compiled_update(pure, self._grads, self._count, loss)
        else:
            new_pure, norm = self._update_kernel(pure, self._grads, self._count, loss)
        nnx.update(self._state, new_pure)
        return norm
