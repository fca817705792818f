"""REINFORCE on a vectorised inverted pendulum that runs in NumPy on the host."""
import jax
import jax.numpy as jnp
import numpy as np
import optax


class PendulumEnvs:
    """Stands for a third-party simulator: NumPy in, NumPy out."""

    def __init__(self, n, seed):
        self.rng = np.random.default_rng(seed)
        self.n = n

    def reset(self):
        self.angle = self.rng.uniform(-0.2, 0.2, self.n)
        self.speed = np.zeros(self.n)
        return self.observe()

    def observe(self):
        return np.stack([np.sin(self.angle), np.cos(self.angle), self.speed], 1).astype(np.float32)

    def step(self, torque):
        torque = np.clip(torque, -2, 2)
        self.speed += 0.05 * (9.8 * np.sin(self.angle) + 3.0 * torque)
        self.speed = np.clip(self.speed, -8, 8)
        self.angle += 0.05 * self.speed
        return self.observe(), np.cos(self.angle) - 0.01 * torque ** 2


def init(rng, hidden=32):
    def w(a, b, s=1.0):
        return (s * rng.standard_normal((a, b)) / np.sqrt(a)).astype(np.float32)

    return jax.device_put({"w1": w(3, hidden), "b1": np.zeros(hidden, np.float32),
                           "w2": w(hidden, 1, 0.1), "log_std": np.zeros(1, np.float32)})


def mean_action(params, obs):
    return (jnp.tanh(obs @ params["w1"] + params["b1"]) @ params["w2"])[..., 0]


@jax.jit
def act(params, obs, key, t):
    noise = jax.random.normal(jax.random.fold_in(key, t), obs.shape[:1])
    return mean_action(params, obs) + jnp.exp(params["log_std"][0]) * noise


def policy_loss(params, obs, actions, advantages):
    std = jnp.exp(params["log_std"][0])
    logp = -0.5 * ((actions - mean_action(params, obs)) / std) ** 2 - params["log_std"][0]
    return -jnp.mean(logp * advantages)


def main(iterations=50, n_envs=64, horizon=60):
    envs = PendulumEnvs(n_envs, 0)
    params = init(np.random.default_rng(1))
    tx = optax.adam(1e-2)
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def learn(params, opt_state, obs, actions, advantages):
        grads = jax.grad(policy_loss)(params, obs, actions, advantages)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    keys = np.asarray(jax.random.split(jax.random.PRNGKey(0), iterations))
    for it in range(iterations):
        obs = envs.reset()
        seen, acted, rewards = [], [], []
        for t in range(horizon):
            action = np.asarray(act(params, obs, keys[it], np.int32(t)))
            seen.append(obs)
            acted.append(action)
            obs, reward = envs.step(action)
            rewards.append(reward)
        rewards = np.array(rewards)
        returns = np.cumsum(rewards[::-1], 0)[::-1]
        adv = returns - returns.mean(1, keepdims=True)
        adv = (adv / (adv.std() + 1e-6)).astype(np.float32)
        params, opt_state = learn(params, opt_state, np.stack(seen), np.stack(acted), adv)
        if it % 16 == 0:
            print(f"iteration {it}: mean reward {rewards.mean():.3f}")


if __name__ == "__main__":
    main()
