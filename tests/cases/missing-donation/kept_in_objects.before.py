# not executed: the model, the data and the losses are elsewhere
from functools import partial

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
import optax
from flax import nnx, struct

from my_project import losses, tx


# The state is an attribute, which each call renews.
class Trainer:
    def __init__(self, state):
        self._state = state
        self.step_count = 0

    @partial(jax.jit, static_argnums=0)
    def _train_step(self, state, batch):  # want: JOL301 (info) "`state`"
        grads = jax.grad(losses.total)(state.params, batch)
        return state.apply_gradients(grads=grads)

    def train(self, batch):
        self._state = self._train_step(self._state, batch)


# The object itself is the state.
class Agent(struct.PyTreeNode):
    params: dict
    opt_state: optax.OptState

    @jax.jit
    def learn(self, batch):  # want: JOL301 (info) "`self`"
        grads = jax.grad(losses.total)(self.params, batch)
        updates, opt_state = tx.update(grads, self.opt_state)
        params = optax.apply_updates(self.params, updates)
        return self.replace(params=params, opt_state=opt_state)


# What another function makes is compiled, and kept.
class Learner:
    def __init__(self, state):
        self.state = state
        self.step = nnx.jit(self.make_step())  # want: JOL301 "`state`"

    def make_step(self):
        def step(state, batch):
            grads = jax.grad(losses.total)(state.params, batch)
            return state.apply_gradients(grads=grads)

        return step

    def run(self, batches):
        for batch in batches:
            self.state = self.step(self.state, batch)


# `jdc.jit` is `jax.jit`, and takes the same option.
@jdc.jit
def marked(state, batch, config: jdc.Static[dict]):  # want: JOL301 "`state`"
    grads = jax.grad(losses.total)(state.params, batch, config)
    return state.apply_gradients(grads=grads)


def run_marked(state, batches, config):
    for batch in batches:
        state = marked(state, batch, config)
    return state


# Before Flax 0.11 an optimizer held the model; a helper may do the update.
def update_critic(critic, optimizer, batch):
    loss, grads = nnx.value_and_grad(losses.total)(critic, batch)
    optimizer.update(grads)
    return loss


@nnx.jit
def update(critic, critic_optimizer, batch):  # want: JOL301 "`critic` and `critic_optimizer`"
    return update_critic(critic, critic_optimizer, batch)


def run_modules(batches):
    critic = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(critic, tx)
    for batch in batches:
        update(critic, optimizer, batch)
    return critic


# The parameters are a part of something new.
def train_part(model, key, batches):
    @jax.jit
    def step(params, opt_state, batch):  # want: JOL301 "`params` and `opt_state`"
        grads = jax.grad(losses.total)(params, batch)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    params = model.init(key, jnp.zeros(3))["params"]
    opt_state = tx.init(params)
    for batch in batches:
        params, opt_state = step(params, opt_state, batch)
    return params


# A chunk of a simulation, that its callers go on with.
class Simulation:
    def __init__(self, field, dt):
        @jax.jit
        def chunk(field):  # want: JOL301 (info) "`field`"
            return jax.lax.fori_loop(0, 100, lambda i, f: f + dt * jnp.roll(f, 1), field)

        self.field = field
        self._chunk = chunk

    def run(self):
        self.field = self._chunk(self.field)
