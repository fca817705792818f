"""The gradient of a loss goes through a scan of simulation steps; all its intermediates are kept."""

import functools

import jax
import jax.numpy as jnp


def train(simulate, make_policy, params, state, key, horizon):
    def env_step(carry, index, policy):
        state, key = carry
        key, draw = jax.random.split(key)
        actions = policy(state["obs"], draw)
        hidden = jnp.tanh(state["obs"] @ simulate["mass"])
        obs = jnp.tanh(hidden @ simulate["force"] + actions @ simulate["gear"])
        return ({"obs": obs}, key), (jnp.sum(obs), state["obs"])

    def loss(params, state, key):
        body = functools.partial(env_step, policy=make_policy(params))
        (last, _), (rewards, obs) = jax.lax.scan(  # want: JOL303
            body, (state, key), jnp.arange(horizon)
        )
        return -jnp.mean(rewards), (obs, last)

    grads, (obs, state) = jax.grad(loss, has_aux=True)(params, state, key)
    return grads, state
