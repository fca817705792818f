"""`jit(self.update)` in `step`: the bound method is a new object each time."""

import jax
from jax import jit


class Inference:
    def __init__(self, model, optim):
        self.model = model
        self.optim = optim
        self.state = None

    def init(self, key, *args):
        return self.optim.init(self.model.init(key, *args))

    def update(self, state, *args):
        loss, grads = jax.value_and_grad(self.model.loss)(self.optim.params(state), *args)
        return self.optim.update(grads, state), loss

    def step(self, *args, key=None):
        if self.state is None:
            self.state = self.init(key, *args)
        try:
            self.state, loss = jit(self.update)(self.state, *args)  # want: JOL102
        except TypeError as error:
            if "not a valid JAX type" in str(error):
                raise TypeError("arrays, please") from error
            raise
        return loss
