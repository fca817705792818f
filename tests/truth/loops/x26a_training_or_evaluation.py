"""The gradient in one branch, the loss alone in the other, at other parameters."""

import jax


def make_step(loss_fn, optimise, train):
    def step(carry, batch):
        key, state = carry
        key, draw = jax.random.split(key)
        grad_fn = jax.value_and_grad(loss_fn, argnums=1, has_aux=True)
        if train:
            (loss, statistics), grads = grad_fn(draw, state.params, state.statistics, batch)
            grads = jax.lax.pmean(grads, axis_name="batch")
            new_state = optimise(state, grads).replace(statistics=statistics)
        else:
            loss, _ = loss_fn(draw, state.averaged, state.statistics, batch)
            new_state = state
        return (key, new_state), jax.lax.pmean(loss, axis_name="batch")

    return step
