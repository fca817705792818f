"""Generalised advantage estimation: from the last step to the first."""

import jax
import jax.numpy as jnp


@jax.jit
def gae(rewards, values, masks, discount, lam):
    advantage = jnp.zeros_like(values[0])

    def step(advantage, inputs_):
        t, reward, mask, value = inputs_
        delta = reward + discount * values[t + 1] * mask - value
        advantage = delta + discount * lam * mask * advantage
        return advantage, advantage

    _, advantages = jax.lax.scan(
        step,
        advantage,
        (jnp.arange(rewards.shape[0]), rewards, masks, values[:rewards.shape[0]]),
        reverse=True,
    )
    return advantages


@jax.jit
def returns(rewards, last):
    def step(last, reward):
        last = reward + 0.9 * last
        out_t = jnp.tanh(last)
        return last, out_t

    _, out = jax.lax.scan(step, last, rewards, reverse=True)
    out = out[::-1]
    return out


def run(rewards, values, masks):
    return gae(rewards, values, masks, 0.9, 0.95), returns(rewards, values[-1])


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    rewards = jax.random.normal(k1, (5, 2))
    return rewards, jax.random.normal(k2, (6, 2)), jax.random.uniform(k3, (5, 2))
