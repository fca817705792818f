"""Proximal policy optimisation on a hand-written balancing task."""

import jax
import jax.numpy as jnp
import numpy as np
import optax


class BalanceEnv:
    """Cart-pole with Euler integration, in plain Python."""

    MAX_STEPS = 120

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.reset()

    def reset(self):
        self.state = self.rng.uniform(-0.05, 0.05, size=4)
        self.t = 0
        return self.state.copy()

    def step(self, action):
        x, v, theta, omega = self.state
        force = 10.0 if action == 1 else -10.0
        cos, sin = np.cos(theta), np.sin(theta)
        temp = (force + 0.05 * omega**2 * sin) / 1.1
        alpha = (9.8 * sin - cos * temp) / (0.5 * (4.0 / 3.0 - 0.1 * cos**2 / 1.1))
        acc = temp - 0.05 * alpha * cos / 1.1
        self.state = np.array([x + 0.02 * v, v + 0.02 * acc, theta + 0.02 * omega, omega + 0.02 * alpha])
        self.t += 1
        fell = abs(self.state[0]) > 2.4 or abs(self.state[2]) > 0.21
        done = fell or self.t >= self.MAX_STEPS
        return self.state.copy(), 1.0, done


def init_network(key, sizes):
    layers = []
    for m, n in zip(sizes[:-1], sizes[1:]):
        key, sub = jax.random.split(key)
        layers.append({"w": jax.random.normal(sub, (m, n)) * np.sqrt(1.0 / m), "b": jnp.zeros(n)})
    return layers


def apply_network(layers, x):
    for layer in layers[:-1]:
        x = jnp.tanh(x @ layer["w"] + layer["b"])
    return x @ layers[-1]["w"] + layers[-1]["b"]


class PPOAgent:
    def __init__(self, obs_dim, n_actions, seed=0, lr=3e-3):
        self.key = jax.random.PRNGKey(seed)
        self.key, k1, k2 = jax.random.split(self.key, 3)
        self.params = {
            "actor": init_network(k1, [obs_dim, 32, 32, n_actions]),
            "critic": init_network(k2, [obs_dim, 32, 32, 1]),
        }
        self.tx = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(lr))
        self.opt_state = self.tx.init(self.params)
        self.gamma = 0.98
        self.lam = 0.95
        self.clip = 0.2
        self.entropy_coef = 0.01
        # Loss 1 (compiled-again): `jax.jit` was called in each `update`, and compiled again.
        # Loss 2 (eager): the optimizer ran operation by operation; it is a part of that step now.
        self.step = jax.jit(self._step)
        # Loss 3 (eager): `act` ran operation by operation.
        self.choose = jax.jit(self._choose)

    def act(self, obs):
        self.key, action, logp, value = self.choose(self.params, self.key, obs)
        return int(action), logp, value

    @staticmethod
    def _choose(params, key, obs):
        key, sub = jax.random.split(key)
        logits = apply_network(params["actor"], obs)
        value = apply_network(params["critic"], obs)[0]
        action = jax.random.categorical(sub, logits)
        return key, action, jax.nn.log_softmax(logits)[action], value

    def greedy(self, obs):
        return int(jnp.argmax(apply_network(self.params["actor"], jnp.array(obs))))

    def advantages(self, rewards, values, dones, last_value):
        adv = [0.0] * len(rewards)
        running = 0.0
        next_value = last_value
        for t in reversed(range(len(rewards))):
            mask = 1.0 - dones[t]
            delta = rewards[t] + self.gamma * next_value * mask - values[t]
            running = delta + self.gamma * self.lam * mask * running
            adv[t] = running
            next_value = values[t]
        adv = jnp.array(adv)
        returns = adv + jnp.array(values)
        return (adv - adv.mean()) / (adv.std() + 1e-8), returns

    def loss(self, params, obs, actions, old_logp, adv, returns):
        logits = apply_network(params["actor"], obs)
        logp_all = jax.nn.log_softmax(logits)
        logp = jnp.take_along_axis(logp_all, actions[:, None], axis=1)[:, 0]
        ratio = jnp.exp(logp - old_logp)
        clipped = jnp.clip(ratio, 1 - self.clip, 1 + self.clip)
        policy_loss = -jnp.mean(jnp.minimum(ratio * adv, clipped * adv))
        value = apply_network(params["critic"], obs)[:, 0]
        value_loss = jnp.mean((value - returns) ** 2)
        entropy = -jnp.mean(jnp.sum(jnp.exp(logp_all) * logp_all, axis=1))
        return policy_loss + 0.5 * value_loss - self.entropy_coef * entropy

    def _step(self, params, opt_state, *batch):
        loss, grads = jax.value_and_grad(self.loss)(params, *batch)
        updates, opt_state = self.tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    def update(self, batch, epochs=4, minibatches=4):
        obs, actions, old_logp, adv, returns = batch
        n = obs.shape[0]
        losses = []
        for _ in range(epochs):
            self.key, sub = jax.random.split(self.key)
            order = jax.random.permutation(sub, n)
            for i in range(minibatches):
                idx = order[i * n // minibatches : (i + 1) * n // minibatches]
                self.params, self.opt_state, loss = self.step(
                    self.params, self.opt_state,
                    obs[idx], actions[idx], old_logp[idx], adv[idx], returns[idx],
                )
                losses.append(float(loss))
        return np.mean(losses)


def collect(env, agent, obs, steps):
    buffer = {"obs": [], "actions": [], "logp": [], "values": [], "rewards": [], "dones": []}
    episode_lengths = []
    for _ in range(steps):
        action, logp, value = agent.act(obs)
        next_obs, reward, done = env.step(action)
        buffer["obs"].append(obs)
        buffer["actions"].append(action)
        buffer["logp"].append(logp)
        buffer["values"].append(value)
        buffer["rewards"].append(reward)
        buffer["dones"].append(float(done))
        obs = next_obs
        if done:
            episode_lengths.append(env.t)
            obs = env.reset()
    return buffer, obs, episode_lengths


def evaluate(agent, episodes=5):
    env = BalanceEnv(seed=1234)
    total = 0.0
    for _ in range(episodes):
        obs, done = env.reset(), False
        while not done:
            obs, reward, done = env.step(agent.greedy(obs))
            total += reward
    return total / episodes


def main():
    env = BalanceEnv(seed=0)
    agent = PPOAgent(4, 2)
    obs = env.reset()
    for iteration in range(8):
        data, obs, lengths = collect(env, agent, obs, 192)
        _, _, last_value = agent.act(obs)
        adv, returns = agent.advantages(data["rewards"], data["values"], data["dones"], last_value)
        batch = (
            jnp.array(data["obs"]),
            jnp.array(data["actions"]),
            jnp.array(data["logp"]),
            adv,
            returns,
        )
        loss = agent.update(batch)
        print(f"iteration {iteration:2d} loss {loss:8.4f} mean episode {np.mean(lengths):6.1f}")
    print(f"final evaluation return: {evaluate(agent):.1f}")


if __name__ == "__main__":
    main()
