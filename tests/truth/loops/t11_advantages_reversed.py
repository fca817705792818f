"""Advantages from the last step to the first, appended and turned round."""

import functools

import jax
import jax.numpy as jnp


@jax.jit
@functools.partial(jax.vmap, in_axes=(1, 1, 1, None, None), out_axes=1)
def advantages_of(rewards, masks, values, discount, lam):
    assert rewards.shape[0] + 1 == values.shape[0]
    advantages = []
    gae = 0.0
    for t in reversed(range(len(rewards))):  # want: JOL202
        difference = discount * values[t + 1] * masks[t] - values[t]
        delta = rewards[t] + difference
        gae = delta + discount * lam * masks[t] * gae
        advantages.append(gae)
    advantages = advantages[::-1]
    return jnp.array(advantages)
