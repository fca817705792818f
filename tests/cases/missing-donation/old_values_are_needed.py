"""Somebody needs the old values: donation would delete them under their hands."""

import flax
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState

from my_project import init, load, network, replicate_in_all_devices

tx = optax.adam(1e-3)


@flax.struct.dataclass
class State(TrainState):
    optimizer: dict
    params_ema: dict


def warm_up(key, batch):
    @jax.jit
    def update_fn(params, opt_state, batch):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, jnp.mean(grads)

    params = init(key)
    opt_state = tx.init(params)
    # Compiled once, its results thrown away.
    _, _, norm = update_fn(params, opt_state, batch)
    for _ in range(100):
        params, opt_state, norm = update_fn(params, opt_state, batch)
    return params, norm


def average(params, batches):
    ema_params = params

    @jax.jit
    def update_averaged(params, batch):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return optax.apply_updates(params, jax.tree.map(lambda g: -0.1 * g, grads))

    for batch in batches:
        params = update_averaged(params, batch)
        ema_params = jax.tree.map(lambda e, p: 0.9 * e + 0.1 * p, ema_params, params)
    return ema_params


class Learner:
    """Actors read its variables from other threads."""

    def __init__(self, key):
        def sgd_step(state, sample):
            grads = jax.grad(lambda p: jnp.mean(network(p, sample)))(state.params)
            updates, opt_state = tx.update(grads, state.opt_state)
            params = optax.apply_updates(state.params, updates)
            return State(params=params, opt_state=opt_state, steps=state.steps + 1), {}

        self._sgd_step = jax.pmap(sgd_step, axis_name="devices")
        self._state = replicate_in_all_devices(init(key))

    def step(self, sample):
        self._state, results = self._sgd_step(self._state, sample)
        return results

    def get_variables(self, names):
        return [self._state.params, names]


class SimpleLearner:
    def __init__(self, key):
        @jax.jit
        def learn(state, sample):
            grads = jax.grad(lambda p: jnp.mean(network(p, sample)))(state.params)
            return state.apply_gradients(grads=grads), {}

        self._learn = learn
        self._state = init(key)

    def step(self, sample):
        self._state, results = self._learn(self._state, sample)
        return results

    def variables(self):
        return self._state.params


@jax.jit
def step_with_average(state, batch):
    grads = jax.grad(lambda p: jnp.mean(network(p, batch)))(state.params)
    return state.apply_gradients(grads=grads)


def train_with_average(key, batches):
    params = init(key)
    # One buffer twice.
    state = State.create(params=params, params_ema=params)
    for batch in batches:
        state = step_with_average(state, batch)
    return state


@jax.jit
def step_with_optimizer(state, batch):
    grads = jax.grad(lambda p: jnp.mean(network(p, batch)))(state.optimizer.target)
    return state.apply_gradients(grads=grads)


def train_with_optimizer(key, batches, optimizer_def):
    initial_params = init(key)
    optimizer = optimizer_def.create(initial_params)
    # The optimizer's target is the average as well.
    state = State(optimizer=optimizer, params_ema=initial_params, step=0)
    for batch in batches:
        state = step_with_optimizer(state, batch)
    return state


@jax.jit
def fine_tune_step(state, batch):
    grads = jax.grad(lambda p: jnp.mean(network(p, batch)))(state.params)
    return state.apply_gradients(grads=grads)


def fine_tune(path, batches):
    params = load(path)
    state = State.create(params=params, tx=tx)
    for batch in batches:
        state = fine_tune_step(state, batch)
    # How far it went.
    return jax.tree.map(jnp.subtract, state.params, params)


@jax.jit
def line_search_step(params, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def line_search(params, batches):
    for batch in batches:
        new_params = line_search_step(params, batch)
        if jnp.mean(batch @ new_params) < jnp.mean(batch @ params):
            params = new_params
    return params


@jax.jit
def best_step(params, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), jnp.mean(grads)


def keep_the_best(key, batches):
    params = init(key)
    lowest, best_params = 1e9, None
    for batch in batches:
        params, loss = best_step(params, batch)
        if loss < lowest:
            lowest, best_params = loss, params
    return best_params


@jax.jit
def recorded_step(params, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def record(key, batches):
    params = init(key)
    history = []
    for batch in batches:
        params = recorded_step(params, batch)
        history.append(params)
    return history


@jax.jit
def compared_step(params, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def compare(key, batch):
    params = init(key)
    # The same leaves in a new tree.
    before = jax.tree.map(lambda leaf: leaf, params)
    params = compared_step(params, batch)
    return jax.tree.map(jnp.subtract, params, before)
