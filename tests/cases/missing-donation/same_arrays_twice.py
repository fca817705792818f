"""The old values are somebody else's as well: a target network, an average, another argument."""

import equinox as eqx
import jax
import jax.numpy as jnp
import optax

from my_project import init, networks

tx = optax.adam(1e-3)


class ValueLearner:
    """The target network begins as the network itself, and becomes it again every so often."""

    def __init__(self, every):
        self.every = every

        @jax.jit
        def step(params, target, batch):
            grads = jax.grad(lambda p: jnp.mean((batch @ p - batch @ target) ** 2))(params)
            return optax.apply_updates(params, grads)

        self.step = step

    def begin(self, key):
        self.target = init(key)
        self.params = self.target

    def learn(self, i, batch):
        self.params = self.step(self.params, self.target, batch)
        if i % self.every == 0:
            self.target = self.params


class Anchored:
    """Both attributes are one variable of the constructor."""

    def __init__(self, params):
        self.params = params
        self.anchor = params

        @jax.jit
        def step(params, anchor, batch):
            grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2 + (p - anchor) ** 2))(params)
            return optax.apply_updates(params, grads)

        self.step = step

    def learn(self, batch):
        self.params = self.step(self.params, self.anchor, batch)


@jax.jit
def averaged_step(params, average, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    params = optax.apply_updates(params, grads)
    return params, jax.tree.map(lambda a, p: 0.9 * a + 0.1 * p, average, params)


def averaged(key, batches, resumed=None):
    params = init(key)
    average = resumed if resumed is not None else params
    for batch in batches:
        params, average = averaged_step(params, average, batch)
    return average


# `filter_jit` would take the nodes and the targets with it, which the next call is given again.
@eqx.filter_jit
def fit_step(model, nodes, targets, opt_state):
    grads = eqx.filter_grad(lambda m: jnp.mean((m(nodes) - targets) ** 2))(model)
    updates, opt_state = tx.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state


def fit(key, nodes, targets):
    model = networks.make(key)
    opt_state = tx.init(eqx.filter(model, eqx.is_array))
    for _ in range(100):
        model, opt_state = fit_step(model, nodes, targets, opt_state)
    return model
