"""Parameters together with the optimizer that renews them."""

from collections.abc import Callable
from typing import Any

import flax
import jax
import optax


@flax.struct.dataclass
class Net:
    step: int
    apply_fn: Callable = flax.struct.field(pytree_node=False)
    params: Any
    tx: optax.GradientTransformation = flax.struct.field(pytree_node=False)
    opt_state: optax.OptState

    def __call__(self, *args):
        return self.apply_fn({"params": self.params}, *args)

    def improve(self, loss_fn):
        grads, info = jax.grad(loss_fn, has_aux=True)(self.params)
        updates, opt_state = self.tx.update(grads, self.opt_state, self.params)
        params = optax.apply_updates(self.params, updates)
        return self.replace(step=self.step + 1, params=params, opt_state=opt_state), info
