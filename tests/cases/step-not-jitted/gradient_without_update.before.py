# not executed: the fix is refused
"""Gradients of long functions that a loop takes, whoever applies them."""

import jax
import jax.numpy as jnp
from tqdm import trange


def adam(params, grads, state, rate):
    state = 0.9 * state + 0.1 * grads
    return params - rate * state, state


def simulate(params, start, steps, dt):
    position, speed = start, params
    for _ in range(steps):
        force = -position / (1e-3 + jnp.linalg.norm(position))
        speed = speed + dt * force
        position = position + dt * speed
    return position


def fit(params, start, goal, epochs):
    def loss(params):
        return jnp.mean((simulate(params, start, 200, 0.01) - goal) ** 2)

    gradient_of = jax.value_and_grad(lambda p: loss(p))
    state = jnp.zeros_like(params)
    for _ in trange(epochs):  # want: JOL109 "takes a gradient through `gradient_of`"
        value, grads = gradient_of(params)
        params, state = adam(params, grads, state, 0.1)
    return params
