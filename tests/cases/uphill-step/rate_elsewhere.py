"""Chains without a rate whose steps are scaled, turned or measured afterwards, and parts of chains."""

import jax
import jax.numpy as jnp
import optax


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


precondition = optax.chain(optax.clip(1.0), optax.scale_by_adam())
by_hand = optax.chain(optax.clip(1.0), optax.scale_by_rms())
climbing = optax.chain(optax.centralize(), optax.scale_by_adam())
clipping = optax.chain(optax.zero_nans(), optax.clip_by_global_norm(1.0))
trusted = optax.chain(optax.scale_by_adam(), optax.scale_by_trust_ratio())
whole = optax.chain(precondition, optax.scale_by_learning_rate(1e-3))
scheduled = optax.chain(
    optax.scale_by_adam(), optax.scale_by_schedule(lambda count: -1e-3 / (1 + count))
)


def scaled(params, state, x, rate):
    grads = jax.grad(loss)(params, x)
    directions, state = by_hand.update(grads, state, params)
    steps = jax.tree.map(lambda d: -rate * d, directions)
    return optax.apply_updates(params, steps), state


def scaled_under_its_name(params, state, x, rate):
    grads = jax.grad(loss)(params, x)
    steps, state = trusted.update(grads, state, params)
    steps = jax.tree.map(lambda d: -rate * d, steps)
    return optax.apply_updates(params, steps), state


def up(params, state, x):
    grads = jax.grad(loss)(params, x)
    grads = jax.tree.map(lambda g: -g, grads)
    steps, state = climbing.update(grads, state, params)
    return optax.apply_updates(params, steps), state


def down(params, states, x):
    grads = jax.grad(loss)(params, x)
    clipped, _ = clipping.update(grads, states[0])
    steps, state = whole.update(clipped, states[1], params)
    later, _ = scheduled.update(grads, states[2])
    params = optax.apply_updates(params, later)
    return optax.apply_updates(params, steps), state
