"""Targets that are stopped, of other parameters, that come from outside, and plain residuals."""

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def value(params, state):
    return jnp.tanh(state) @ params


def stopped(params, state, reward, after):
    target = stop_gradient(reward + 0.9 * value(params, after))
    return jnp.mean((target - value(params, state)) ** 2)


def stopped_inside(params, state, reward, after):
    target = reward + 0.9 * jax.lax.stop_gradient(value(params, after))
    return jnp.mean((target - value(params, state)) ** 2)


def other(params, slow, state, reward, after):
    target = reward + 0.9 * value(slow, after)
    return jnp.mean((target - value(params, state)) ** 2)


def given(params, state, target):
    return jnp.mean((target - value(params, state)) ** 2)


def smooth(params, state, step):
    return jnp.mean((value(params, state + step) - value(params, state)) ** 2)


def residual(params, state, source):
    return jnp.mean((value(params, state) + source - 2.0 * state) ** 2)


gradients = [jax.grad(f) for f in (stopped, stopped_inside, other, given, smooth, residual)]
a = jax.grad(stopped), jax.grad(stopped_inside), jax.grad(other), jax.grad(given)
b = jax.grad(smooth), jax.grad(residual)


def evaluated(params, state, reward, after):
    target = reward + 0.9 * value(params, after)
    return target - value(params, state)
