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


class Walk:
    """An environment that the host keeps."""

    def __init__(self):
        self.env = gym.make("CartPole-v1")

    def reset(self):
        return self.env.reset()[0]

    def step(self, action):
        return self.env.step(action)


def episodes(policy: jax.Array):
    walk = Walk()
    best = jnp.zeros(())
    for _ in range(1000):
        state, done = walk.reset(), False
        total = jnp.zeros(())
        while True:
            logits = jnp.tanh(policy @ jnp.asarray(state)) * 2 - jnp.sin(total) / 3 + jnp.cos(total) ** 2
            state, reward, done, _, _ = walk.step(int(jnp.argmax(logits)))
            total = total + reward * jnp.exp(-total) - jnp.log1p(total) * 2
            if done:
                break
        best = jnp.maximum(best, total) + jnp.sqrt(total) * jnp.tanh(best) - jnp.exp(-best) + jnp.sin(best) * 2
    return best
