"""The values are fetched on some turns only."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(state, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(state)
    return state - 0.1 * grads, jnp.sum(grads**2)


def logs(state, batches, config, log):
    for step, batch in enumerate(batches):
        state, norm = train_step(state, batch)
        if step % config.log_every == 0:
            log(float(norm))
        if step == config.steps - 1:
            log(norm.item())
        if config.should_log(step):
            log(np.asarray(norm))
    return state


def guarded_outside(state, splits, step, EVAL, log):
    if step % EVAL == 0:
        for batch in splits:
            state, norm = train_step(state, batch)
            log(norm.item())


def after_the_inner_loop(state, epochs, log):
    for batches in epochs:
        for batch in batches:
            state, norm = train_step(state, batch)
        log(float(norm))
    return state


def once_before(state, batches, log):
    state, norm = train_step(state, batches[0])
    log(float(norm))
    for batch in batches[1:]:
        state, norm = train_step(state, batch)
    return state
