import jax
import jax.numpy as jnp
from typing import NamedTuple


class Replay(NamedTuple):
    obs: jax.Array
    reward: jax.Array
    head: jax.Array


@jax.jit(donate_argnums=0)
def push(buf: Replay, obs, reward) -> Replay:
    i = buf.head % buf.reward.shape[0]
    new_obs = buf.obs.at[i].set(obs)
    buf.reward.at[i].set(reward)
    return buf._replace(obs=new_obs, head=buf.head + 1)


def fill(transitions, capacity, obs_dim):
    buf = Replay(jnp.zeros((capacity, obs_dim)), jnp.zeros(capacity), jnp.int32(0))
    for obs, r in transitions:
        buf = push(buf, obs, r)
    return buf
