"""What is jitted by a helper is the same each time, or the turns are few, or all of it is traced."""

import jax
import jax.numpy as jnp
import numpy as np


def rollout(env, policy):
    policy = jax.jit(policy)
    observation = env.reset()
    while not env.finished:
        observation = env.step(np.asarray(policy(observation)))
    return observation


def act(observation):
    return 2.0 * observation


def episodes(env):
    for _ in range(400):
        rollout(env, act)


def made_once(env, agent):
    def greedy(observation):
        return agent(observation)

    for _ in range(400):
        rollout(env, greedy)


def few(env, agent):
    for i in range(3):
        rollout(env, lambda observation: agent(observation) + i)
