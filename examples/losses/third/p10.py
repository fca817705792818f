"""PPO against a third-party style numpy environment (batch of pendulums)."""
import numpy as np
import jax
import jax.numpy as jnp
import optax

N, T = 64, 100


class Pendulums:
    """Pretend this lives in another package."""

    def __init__(self, seed):
        self.r = np.random.default_rng(seed)
        self.th = self.r.uniform(-np.pi, np.pi, N)
        self.w = self.r.uniform(-1, 1, N)

    def obs(self):
        return np.stack([np.cos(self.th), np.sin(self.th), self.w / 8], 1).astype(np.float32)

    def step(self, a):
        torque = 2 * np.clip(a, -1, 1)
        ang = (self.th + np.pi) % (2 * np.pi) - np.pi
        cost = ang ** 2 + 0.1 * self.w ** 2 + 0.001 * torque ** 2
        self.w = np.clip(self.w + (15 * np.sin(self.th) + 3 * torque) * 0.05, -8, 8)
        self.th = self.th + self.w * 0.05
        return self.obs(), (-cost / 8).astype(np.float32)


def init(key):
    a, b, c = jax.random.split(key, 3)
    return {"h": jax.random.normal(a, (3, 128)), "b": jnp.zeros(128), "mu": 0.1 * jax.random.normal(b, (128,)),
            "v": 0.1 * jax.random.normal(c, (128,)), "ls": jnp.float32(-0.5)}


def heads(p, o):
    h = jnp.tanh(o @ p["h"] + p["b"])
    return h @ p["mu"], h @ p["v"]


def logprob(p, mu, a):
    return -0.5 * ((a - mu) / jnp.exp(p["ls"])) ** 2 - p["ls"]


@jax.jit
def act(p, o, key, t):
    mu, v = heads(p, o)
    a = mu + jnp.exp(p["ls"]) * jax.random.normal(jax.random.fold_in(key, t), mu.shape)
    return a, logprob(p, mu, a), v


tx = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(1e-3))


@jax.jit
def improve(p, opt, o, a, lp, r, v, last_o):
    def back(c, x):
        adv, nv = c
        r, v = x
        adv = r + 0.95 * nv - v + 0.95 * 0.9 * adv
        return (adv, v), adv

    last = heads(p, last_o)[1]
    _, adv = jax.lax.scan(back, (jnp.zeros(N), last), (r, v), reverse=True)
    ret = adv + v
    adv = (adv - adv.mean()) / (adv.std() + 1e-6)

    def loss_fn(p):
        mu, val = heads(p, o)
        ratio = jnp.exp(logprob(p, mu, a) - lp)
        pg = jnp.minimum(ratio * adv, jnp.clip(ratio, 0.8, 1.2) * adv)
        return -pg.mean() + 0.5 * jnp.mean((val - ret) ** 2)

    def epoch(c, _):
        p, opt = c
        upd, opt = tx.update(jax.grad(loss_fn)(p), opt)
        return (optax.apply_updates(p, upd), opt), None

    return jax.lax.scan(epoch, (p, opt), None, length=40)[0]


def main():
    env = Pendulums(0)
    p = init(jax.random.key(0))
    opt, key = tx.init(p), jax.random.key(1)
    o = env.obs()
    for it in range(12):
        k, buf = jax.random.fold_in(key, it), []
        for t in range(T):
            a, lp, v = jax.device_get(act(p, o, k, t))
            nxt, r = env.step(a)
            buf.append((o, a, lp, r, v))
            o = nxt
        p, opt = improve(p, opt, *(np.stack(c) for c in zip(*buf)), o)
        if it % 4 == 3:
            print(f"iteration {it:2d} mean reward {np.mean([b[3] for b in buf]):.4f}")


if __name__ == "__main__":
    main()
