"""A new training state holds the same functions: what is read of the old one stays right."""
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


def fit(model, params, batches):
    state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))

    @jax.jit
    def loss(params, x):
        return jnp.mean(state.apply_fn({"params": params}, x) ** 2)

    @jax.jit
    def step(state, x):
        return state.apply_gradients(grads=jax.grad(loss)(state.params, x))

    before = loss(state.params, batches[0])
    for x in batches:
        state = step(state, x)
    return state, before, loss(state.params, batches[0])


def renewed_by_a_step(model, params, step, batches):
    state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))
    predict = jax.jit(lambda params, x: state.apply_fn({"params": params}, x))
    for x in batches:
        state, _ = step(state, predict(state.params, x))
    return state


def updates_by_hand(model, params, batches):
    state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))

    @jax.jit
    def updates(grads, opt_state, params):
        return state.tx.update(grads, opt_state, params)

    for grads in batches:
        new, opt_state = updates(grads, state.opt_state, state.params)
        params = optax.apply_updates(state.params, new)
        state = state.replace(params=params, opt_state=opt_state)
    return state
