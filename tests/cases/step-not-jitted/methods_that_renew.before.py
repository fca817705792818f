# not executed: nobody calls it
"""Methods that renew what their object holds, and run what a transform made as it is."""

from functools import partial

import jax
import jax.numpy as jnp


class Actor:
    def __init__(self, policy, start, keys):
        self.policy = policy
        self.keys = keys
        self._start = start
        self._state = None
        self._mapped = jax.vmap(self.policy)

    def choose(self, params, seen):
        if self._state is None:
            self._state = self._start
        logits, state = self._mapped(params, seen, self._state)  # want: JOL109 "through `vmap`"
        action = jax.random.categorical(next(self.keys), logits)
        self._state = state
        return action


class Learner:
    def __init__(self, loss, params, state, optimizer):
        self.loss = partial(loss, self)
        self.params, self.state = params, state
        self.optimizer = optimizer
        self._apply = jax.jit(self._applied)

    def _applied(self, params, state, grads):
        updates, state = self.optimizer.update(grads, state)
        return jax.tree.map(jnp.add, params, updates), state

    def update(self, batch):
        value, grads = jax.value_and_grad(self.loss)(self.params, batch)  # want: JOL109 "`update`"
        self.params, self.state = self._apply(self.params, self.state, grads)
        return value
