"""REINFORCE on a cart-pole whose dynamics are written in JAX."""

from functools import partial

import jax
import jax.numpy as jnp
import optax

N_ENVS = 64
HORIZON = 120
ITERATIONS = 6


class CartPole:
    def __init__(self, gravity=9.8, length=0.5, force=10.0, dt=0.02):
        self.gravity = gravity
        self.length = length
        self.force = force
        self.dt = dt

    def reset(self, key, n):
        return jax.random.uniform(key, (n, 4), minval=-0.05, maxval=0.05)

    def step(self, state, action):
        x, v, theta, omega = jnp.moveaxis(state, -1, 0)
        push = jnp.where(action == 1, self.force, -self.force)
        sin, cos = jnp.sin(theta), jnp.cos(theta)
        temp = (push + 0.05 * omega**2 * sin) / 1.1
        alpha = (self.gravity * sin - cos * temp) / (self.length * (4.0 / 3.0 - 0.1 * cos**2 / 1.1))
        acc = temp - 0.05 * alpha * cos / 1.1
        state = jnp.stack(
            [x + self.dt * v, v + self.dt * acc, theta + self.dt * omega, omega + self.dt * alpha],
            axis=-1,
        )
        alive = (jnp.abs(state[..., 0]) < 2.4) & (jnp.abs(state[..., 2]) < 0.21)
        return state, alive

    @partial(jax.jit, static_argnums=0)
    def rollout(self, params, key):
        k_reset, k_act = jax.random.split(key)
        state = self.reset(k_reset, N_ENVS)

        def body(carry, k):
            state, alive = carry
            action = jax.random.categorical(k, policy(params, state))
            new_state, ok = self.step(state, action)
            out = (state, action, alive)
            return (new_state, alive & ok), out

        start = (state, jnp.ones(N_ENVS, dtype=bool))
        _, traj = jax.lax.scan(body, start, jax.random.split(k_act, HORIZON))
        return traj


def policy(params, obs):
    h = jnp.tanh(obs @ params["w1"] + params["b1"])
    return h @ params["w2"] + params["b2"]


def init_policy(key):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (4, 32)) * 0.5,
        "b1": jnp.zeros(32),
        "w2": jax.random.normal(k2, (32, 2)) * 0.1,
        "b2": jnp.zeros(2),
    }


tx = optax.adam(2e-2)


def objective(params, obs, actions, alive, advantage):
    logp = jax.nn.log_softmax(policy(params, obs))
    chosen = jnp.take_along_axis(logp, actions[..., None], axis=-1)[..., 0]
    return -jnp.sum(chosen * advantage * alive) / jnp.sum(alive)


@jax.jit
def update(params, opt_state, traj):
    obs, actions, alive = traj
    alive = alive.astype(jnp.float32)
    to_go = jnp.cumsum(alive[::-1], axis=0)[::-1]
    advantage = (to_go - to_go.mean(1, keepdims=True)) / (to_go.std() + 1e-6)
    grads = jax.grad(objective)(params, obs, actions, alive, advantage)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, alive.sum(0).mean()


def collect(params, key):
    env = CartPole(gravity=9.8, length=0.5)
    return env.rollout(params, key)


def main():
    key = jax.random.PRNGKey(7)
    key, sub = jax.random.split(key)
    params = init_policy(sub)
    opt_state = tx.init(params)
    returns = []
    for it in range(ITERATIONS):
        key, sub = jax.random.split(key)
        traj = collect(params, sub)
        params, opt_state, mean_return = update(params, opt_state, traj)
        returns.append(mean_return)
    returns = jax.device_get(returns)
    for it in range(0, ITERATIONS, 2):
        print(f"iteration {it:3d} mean return {returns[it]:.1f}")
    print(f"final mean return {returns[-1]:.1f}")


if __name__ == "__main__":
    main()
