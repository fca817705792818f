"""REINFORCE on a jitted cart-pole; one compiled program per iteration."""

from functools import partial

import jax
import jax.numpy as jnp
import optax

N_ENVS = 64
HORIZON = 150
ITERATIONS = 40


def env_step(state, action):
    x, v, theta, omega = jnp.moveaxis(state, -1, 0)
    push = jnp.where(action == 1, 10.0, -10.0)
    sin, cos = jnp.sin(theta), jnp.cos(theta)
    temp = (push + 0.05 * omega**2 * sin) / 1.1
    alpha = (9.8 * sin - cos * temp) / (0.5 * (4.0 / 3.0 - 0.1 * cos**2 / 1.1))
    acc = temp - 0.05 * alpha * cos / 1.1
    state = jnp.stack([x + 0.02 * v, v + 0.02 * acc, theta + 0.02 * omega, omega + 0.02 * alpha], -1)
    return state, (jnp.abs(state[..., 0]) < 2.4) & (jnp.abs(state[..., 2]) < 0.21)


def policy(params, obs):
    return jnp.tanh(obs @ params["w1"] + params["b1"]) @ params["w2"]


def rollout(params, key):
    k_reset, k_act = jax.random.split(key)

    def body(carry, k):
        state, alive = carry
        action = jax.random.categorical(k, policy(params, state))
        new_state, ok = env_step(state, action)
        return (new_state, alive & ok), (state, action, alive)

    state = jax.random.uniform(k_reset, (N_ENVS, 4), minval=-0.05, maxval=0.05)
    start = (state, jnp.ones(N_ENVS, dtype=bool))
    return jax.lax.scan(body, start, jax.random.split(k_act, HORIZON))[1]


def objective(params, obs, actions, alive, advantage):
    logp = jax.nn.log_softmax(policy(params, obs))
    chosen = jnp.take_along_axis(logp, actions[..., None], axis=-1)[..., 0]
    return -jnp.sum(chosen * advantage * alive) / jnp.sum(alive)


tx = optax.adam(2e-2)


@partial(jax.jit, donate_argnums=(0, 1))
def iterate(params, opt_state, key):
    obs, actions, alive = rollout(params, key)
    alive = alive.astype(jnp.float32)
    to_go = jnp.cumsum(alive[::-1], axis=0)[::-1]
    advantage = (to_go - to_go.mean(1, keepdims=True)) / (to_go.std() + 1e-6)
    grads = jax.grad(objective)(params, obs, actions, alive, advantage)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, alive.sum(0).mean()


def main():
    k_init, k1, key = jax.random.split(jax.random.PRNGKey(7), 3)
    params = {
        "w1": 0.5 * jax.random.normal(k_init, (4, 32)),
        "b1": jnp.zeros(32),
        "w2": 0.1 * jax.random.normal(k1, (32, 2)),
    }
    opt_state = tx.init(params)
    returns = []
    for _ in range(ITERATIONS):
        key, sub = jax.random.split(key)
        params, opt_state, value = iterate(params, opt_state, sub)
        returns.append(value)
    returns = jax.device_get(returns)
    print("mean return %.1f -> %.1f" % (returns[0], returns[-1]))


if __name__ == "__main__":
    main()
