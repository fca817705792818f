from functools import partial

import jax
from steps import advance, train_step, tx


def train(params, batches):
    step = jax.jit(train_step)  # want: JOL301
    opt_state = tx.init(params)
    for batch in batches:
        params, opt_state = step(params, opt_state, batch)
    return params


def simulate(system, particles, count):
    move = jax.jit(partial(advance, system, dt=0.1))  # want: JOL301
    for _ in range(count):
        particles = move(particles)
    return particles
