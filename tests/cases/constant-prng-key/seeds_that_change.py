"""Seeds that turns change, seeds of things that run once, and evaluations that want the same."""

import jax
import jax.numpy as jnp


def rollout(state, config):
    return state + jax.random.normal(jax.random.key(config.seed), state.shape)


def counted(state, config):
    for step in range(100):
        config = config.replace(seed=step)
        state = rollout(state, config)
    return state


def sampled(state, options):
    return state + jax.random.normal(jax.random.key(options.draw), state.shape)


def stored(state, options):
    for step in range(100):
        options.draw = step
        state = sampled(state, options)
    return state


def once(state, settings):
    return state + jax.random.normal(jax.random.key(settings.start), state.shape)


def begin(state, settings):
    return once(state, settings)


def score(params, setup):
    noise = jax.random.normal(jax.random.key(setup.noise), (8,))
    return jnp.mean((params - noise) ** 2)


def compared(all_params, setup):
    scores = []
    for params in all_params:
        scores.append(score(params, setup))
    return scores


def named(state, step):
    return state + jax.random.normal(jax.random.key(step), state.shape)


def stepped(state):
    for step in range(100):
        state = named(state, step)
    return state


def chosen(state, config, key=None):
    if key is None:
        key = jax.random.key(config.first)
    return state + jax.random.normal(key, state.shape)


def kept(state, config):
    for _ in range(100):
        state = chosen(state, config)
    return state
