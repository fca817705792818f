from functools import partial

import jax
from steps import advance, train_step, tx


def search(params, batch):
    step = jax.jit(train_step)
    opt_state = tx.init(params)
    new_params, opt_state = step(params, opt_state, batch)
    return jax.tree.map(lambda new, old: new - old, new_params, params)


def trajectory(system, particles, count):
    move = jax.jit(partial(advance, system, dt=0.1))
    history = []
    for _ in range(count):
        particles = move(particles)
        history.append(particles)
    return history


def donated(system, particles, count):
    move = jax.jit(partial(advance, system, dt=0.1), donate_argnums=0)
    for _ in range(count):
        particles = move(particles)
    return particles
