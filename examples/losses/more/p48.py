"""Matrix-factorisation recommender with dense Adam over large embedding tables."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np
import optax


def interactions(n, users, items, rng):
    """Ratings from a rank-3 truth."""
    fu = rng.standard_normal((users, 3), dtype=np.float32)
    fi = rng.standard_normal((items, 3), dtype=np.float32)
    u = rng.integers(0, users, n)
    i = rng.integers(0, items, n)
    r = np.sum(fu[u] * fi[i], 1) + 0.1 * rng.standard_normal(n)
    return u.astype(np.int32), i.astype(np.int32), r.astype(np.float32)


def init_tables(users, items, dim, rng):
    scale = np.float32(0.3)
    return jax.device_put({
        "user": rng.standard_normal((users, dim), dtype=np.float32) * scale,
        "item": rng.standard_normal((items, dim), dtype=np.float32) * scale,
        "bias": np.zeros(items, np.float32),
    })


def score(tables, u, i):
    return jnp.sum(tables["user"][u] * tables["item"][i], -1) + tables["bias"][i]


def loss_fn(tables, u, i, r):
    pu, qi = tables["user"][u], tables["item"][i]
    err = jnp.sum(pu * qi, -1) + tables["bias"][i] - r
    return jnp.mean(err ** 2) + 1e-3 * jnp.mean(jnp.sum(pu ** 2 + qi ** 2, -1))


class Trainer:
    def __init__(self, tables, lr):
        self.tables = tables
        self.tx = optax.adam(lr)
        self.opt_state = jax.jit(self.tx.init)(tables)
        self._step = jax.jit(self.step_fn)

    def step_fn(self, tables, opt_state, u, i, r):
        loss, grads = jax.value_and_grad(loss_fn)(tables, u, i, r)
        updates, opt_state = self.tx.update(grads, opt_state)
        return optax.apply_updates(tables, updates), opt_state, loss

    def fit(self, data, steps, batch, rng):
        u, i, r = data
        for k in range(steps):
            idx = rng.integers(0, len(u), batch)
            self.tables, self.opt_state, loss = self._step(
                self.tables, self.opt_state, u[idx], i[idx], r[idx])
            if (k + 1) % 10 == 0:
                print(f"step {k + 1}: loss {float(loss):.4f}")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--users", type=int, default=300_000)
    ap.add_argument("--items", type=int, default=50_000)
    ap.add_argument("--dim", type=int, default=32)
    ap.add_argument("--steps", type=int, default=30)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    data = interactions(400_000, args.users, args.items, rng)
    trainer = Trainer(init_tables(args.users, args.items, args.dim, rng), 0.02)
    trainer.fit(data, args.steps, 8192, rng)
    sample = rng.integers(0, len(data[0]), 5000)
    guess = np.asarray(jax.jit(score)(trainer.tables, data[0][sample], data[1][sample]))
    print(f"training rmse {np.sqrt(np.mean((guess - data[2][sample]) ** 2)):.3f}")


if __name__ == "__main__":
    main()
