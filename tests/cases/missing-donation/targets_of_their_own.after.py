# not executed: the networks are elsewhere
"""Targets that are copies, and arguments that a call of `filter_jit` may take."""

from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
import optax

from my_project import init, networks

tx = optax.adam(1e-3)


class ValueLearner:
    def __init__(self):
        @partial(jax.jit, donate_argnames=("params", "opt_state"))
        def step(params, target, opt_state, batch):
            grads = jax.grad(lambda p: jnp.mean((batch @ p - batch @ target) ** 2))(params)
            updates, opt_state = tx.update(grads, opt_state)
            return optax.apply_updates(params, updates), opt_state

        self.step = step

    def begin(self, key):
        self.params = init(key)
        # Arrays of its own.
        self.target = jax.tree.map(jnp.copy, self.params)
        self.opt_state = tx.init(self.params)

    def learn(self, batch):
        self.params, self.opt_state = self.step(self.params, self.target, self.opt_state, batch)
        # The average of both is new.
        self.target = optax.incremental_update(self.params, self.target, 0.1)


@eqx.filter_jit
def fit_step(model, batch, opt_state, optimizer):
    grads = eqx.filter_grad(lambda m: jnp.mean(m(batch) ** 2))(model)
    updates, opt_state = optimizer.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state


def fit(key, batches):
    model = networks.make(key)
    opt_state = tx.init(eqx.filter(model, eqx.is_array))
    # An optimizer holds no array.
    for batch in batches:
        model, opt_state = fit_step(model, batch, opt_state, tx)
    return model
