# not executed: it steps what is not there
"""A method of an object that nobody knows is called: it may act on the world, or only compute.

It was a near miss while `env.step` was taken for a simulator by its name.
"""

import jax
import jax.numpy as jnp


def rollout_env(env, policy, observation: jax.Array, noise: jax.Array):
    rewards = []
    for t in range(200):  # want: JOL202 (info)
        action = jnp.argmax(policy @ observation + noise[t])
        observation, reward = env.step(action)
        rewards.append(reward)
    return jnp.stack(rewards)
