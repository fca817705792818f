"""Rows that were collected on the host are copied into NumPy arrays."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.partial(jax.jit, static_argnums=(3,))
def advantages_of(rewards, dones, values, gamma):
    return rewards + gamma * values[1:] * dones - values[:-1]


def process(experience, steps, agents, gamma):
    rewards = np.zeros((steps, agents), dtype=np.float32)
    dones = np.zeros((steps, agents), dtype=np.float32)
    values = np.zeros((steps + 1, agents), dtype=np.float32)
    for t in range(len(experience) - 1):
        for i, row in enumerate(experience[t]):
            rewards[t, i] = row.reward
            values[t, i] = row.value
            dones[t, i] = float(not row.done)
    for i in range(agents):
        values[-1, i] = experience[-1][i].value
    advantages = advantages_of(rewards, dones, values, gamma)
    return advantages + values[:-1, :]


def train(agent, update, state, collect, rounds, every):
    for i in range(rounds):
        experience = collect(state)
        batch = process(experience, 128, 8, 0.99)
        state, loss = update(state, jnp.asarray(batch))
        if i % every == 0:
            print(i, float(loss))
    return state
