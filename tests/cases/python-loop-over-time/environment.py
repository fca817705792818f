"""A Python environment is stepped."""

import jax
import jax.numpy as jnp


def rollout_env(env, policy, observation: jax.Array, noise: jax.Array):
    rewards = []
    for t in range(200):
        action = jnp.argmax(policy @ observation + noise[t])
        observation, reward = env.step(action)
        rewards.append(reward)
    return jnp.stack(rewards)
