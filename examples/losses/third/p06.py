"""A2C on a vectorised numpy corridor environment."""
import numpy as np
import jax
import jax.numpy as jnp
import optax

N_ENV, T, SIZE = 256, 64, 15
GAMMA, LAM = 0.97, 0.95


class Corridor:
    def __init__(self, n, seed):
        self.n, self.rng = n, np.random.default_rng(seed)
        self.pos = self.rng.integers(0, SIZE, n)
        self.goal = self.rng.integers(0, SIZE, n)

    def observe(self):
        return np.eye(SIZE, dtype=np.float32)[self.pos] - np.eye(SIZE, dtype=np.float32)[self.goal]

    def step(self, action):
        self.pos = np.clip(self.pos + action - 1, 0, SIZE - 1)
        done = (self.pos == self.goal) | (self.rng.random(self.n) < 0.02)
        reward = np.where(self.pos == self.goal, 1.0, -0.02).astype(np.float32)
        k = done.sum()
        self.pos[done] = self.rng.integers(0, SIZE, k)
        self.goal[done] = self.rng.integers(0, SIZE, k)
        return self.observe(), reward, done


def init(key):
    a, b, c = jax.random.split(key, 3)
    return {"h": jax.random.normal(a, (SIZE, 64)) * 0.3,
            "pi": jax.random.normal(b, (64, 3)) * 0.05, "v": jax.random.normal(c, (64,)) * 0.05}


def net(params, obs):
    h = jnp.tanh(obs @ params["h"])
    return h @ params["pi"], h @ params["v"]


@jax.jit
def act(params, obs, key, t):
    logits, value = net(params, obs)
    return jax.random.categorical(jax.random.fold_in(key, t), logits), value


def advantages(rew, val, done, last):
    adv = np.zeros_like(rew)
    for e in range(rew.shape[1]):
        run, nxt = 0.0, float(last[e])
        for t in reversed(range(rew.shape[0])):
            alive = 0.0 if done[t, e] else 1.0
            delta = rew[t, e] + GAMMA * nxt * alive - val[t, e]
            run = delta + GAMMA * LAM * alive * run
            adv[t, e] = run
            nxt = val[t, e]
    return adv


tx = optax.adam(3e-3)


@jax.jit
def learn(params, opt, obs, action, adv, ret):
    def loss_fn(p):
        logits, v = net(p, obs)
        logp = jax.nn.log_softmax(logits)
        chosen = jnp.take_along_axis(logp, action[..., None], -1)[..., 0]
        ent = -(jnp.exp(logp) * logp).sum(-1).mean()
        return -(chosen * adv).mean() + 0.5 * ((v - ret) ** 2).mean() - 0.01 * ent
    g = jax.grad(loss_fn)(params)
    upd, opt = tx.update(g, opt)
    return optax.apply_updates(params, upd), opt


def main():
    env = Corridor(N_ENV, 0)
    params = init(jax.random.key(0))
    opt, key = tx.init(params), jax.random.key(1)
    obs = env.observe()
    for it in range(24):
        sub = jax.random.fold_in(key, it)
        roll = []
        for t in range(T):
            a, v = jax.device_get(act(params, obs, sub, t))
            nobs, r, d = env.step(a)
            roll.append((obs, a, v, r, d))
            obs = nobs
        o, a, v, r, d = (np.stack(c) for c in zip(*roll))
        last = np.asarray(act(params, obs, sub, T)[1])
        adv = advantages(r, v, d, last)
        params, opt = learn(params, opt, o, a, (adv - adv.mean()) / (adv.std() + 1e-6), adv + v)
        if it % 6 == 5:
            print(f"iteration {it:2d}  reward per step {r.mean():.4f}")


if __name__ == "__main__":
    main()
