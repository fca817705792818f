"""A simulator on the host is stepped."""

import gymnasium as gym
import jax
import jax.numpy as jnp


def rollout_env(policy, observation: jax.Array, noise: jax.Array):
    env = gym.make("CartPole-v1")
    rewards = []
    for t in range(200):
        action = jnp.argmax(policy @ observation + noise[t])
        observation, reward = env.step(action)
        rewards.append(reward)
    return jnp.stack(rewards)
