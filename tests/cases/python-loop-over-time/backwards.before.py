"""Generalised advantage estimation: from the last step to the first."""

import jax
import jax.numpy as jnp


@jax.jit
def gae(rewards, values, masks, discount, lam):
    advantages = []
    advantage = jnp.zeros_like(values[0])
    for t in reversed(range(rewards.shape[0])):  # want: JOL202 "carries `advantage`"
        delta = rewards[t] + discount * values[t + 1] * masks[t] - values[t]
        advantage = delta + discount * lam * masks[t] * advantage
        advantages.append(advantage)
    advantages = advantages[::-1]
    return jnp.array(advantages)


@jax.jit
def returns(rewards, last):
    out = []
    for t in reversed(range(len(rewards))):  # want: JOL202 "carries `last`"
        last = rewards[t] + 0.9 * last
        out.append(jnp.tanh(last))
    return jnp.stack(out)


def run(rewards, values, masks):
    return gae(rewards, values, masks, 0.9, 0.95), returns(rewards, values[-1])


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    rewards = jax.random.normal(k1, (5, 2))
    return rewards, jax.random.normal(k2, (6, 2)), jax.random.uniform(k3, (5, 2))
