"""Lengths in steps, factors, epochs of one step each, and numbers that are not known."""

import jax
import optax

epochs, steps = 20, 500
warm = optax.warmup_cosine_decay_schedule(0.0, 1e-3, 100, 1000)
factors = optax.piecewise_constant_schedule(1e-3, {1000: 0.1, 2000: 0.1})
small = optax.piecewise_constant_schedule(1e-3, {1000: 0.5, 2000: 1e-3})
whole = optax.cosine_decay_schedule(1e-2, decay_steps=epochs * steps)
by_turn = optax.cosine_decay_schedule(1e-2, decay_steps=steps)
longer = optax.warmup_cosine_decay_schedule(0.0, 1e-3, epochs, steps - 10)
joined = optax.join_schedules([warm, longer], [1000])
optimizer = optax.adam(whole)
full = optax.adam(by_turn)


@jax.jit
def step(params, state, x):
    updates, state = optimizer.update(x, state, params)
    return optax.apply_updates(params, updates), state


@jax.jit
def full_step(params, state, x):
    updates, state = full.update(x, state, params)
    return optax.apply_updates(params, updates), state


def fit(params, batches):
    state = optimizer.init(params)
    for epoch in range(epochs):
        for x in batches:
            params, state = step(params, state, x)
    return params


def whole_data(params, x):
    state = full.init(params)
    for _ in range(steps):
        params, state = full_step(params, state, x)
    return params


def given(warmup, total):
    return optax.warmup_cosine_decay_schedule(0.0, 1e-3, warmup, total)


def at_step(step):
    return optax.adam(whole), optax.scale(-whole(step)), print(whole(0))


def since_the_boundary(count):
    return 1e-3 * (1.0 - count / (steps - epochs))


def of_its_own(count):
    offset = 10
    return 1e-3 / (1.0 + count - offset)


since = optax.join_schedules([warm, since_the_boundary, of_its_own], [epochs, steps])
first_one = optax.join_schedules([lambda count: 1e-3 * (count - epochs), warm], [epochs])
from_zero = optax.join_schedules([warm, lambda count: 1e-3 / (count - 0)], [0])
