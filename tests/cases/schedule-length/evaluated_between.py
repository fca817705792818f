"""One step a turn, and a loop within that only looks at what it has come to."""

import jax
import jax.numpy as jnp
import optax

turns, looks = 400, 8


def make_step(optimizer):
    @jax.jit
    def step(weights, moments, x):
        grads = jax.grad(lambda w: jnp.mean((x @ w) ** 2))(weights)
        updates, moments = optimizer.update(grads, moments, weights)
        return optax.apply_updates(weights, updates), moments

    return step


def fit(weights, key, draw, held_out):
    optimizer = optax.adam(optax.cosine_decay_schedule(1e-2, decay_steps=turns))
    moments = optimizer.init(weights)
    step = make_step(optimizer)
    for turn in range(turns):
        key, own = jax.random.split(key)
        weights, moments = step(weights, moments, draw(own))
        if turn % 50 == 0:
            for _ in range(looks):
                key, own = jax.random.split(key)
                print(held_out(weights, own))
    return weights


def search(rollouts, act, world, weights, key):
    rule = optax.adam(optax.linear_schedule(1e-2, 0.0, rollouts))
    moments = rule.init(weights)
    for _ in range(rollouts):
        state = world.reset(key)
        for _ in range(looks):
            state, seen = world.advance(state, act(weights, key))
        grads = act(seen, key)
        updates, moments = rule.update(grads, moments)
        weights = optax.apply_updates(weights, updates)
    return weights
