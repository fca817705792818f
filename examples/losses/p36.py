"""Implicit-feedback matrix factorisation with sampled negatives."""

import jax
import jax.numpy as jnp
import numpy as np

USERS = 3000
ITEMS = 2000
DIM = 48
BATCH = 4096
STEPS = 300


class Interactions:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        u = self.rng.standard_normal((USERS, 6))
        v = self.rng.standard_normal((ITEMS, 6))
        scores = u @ v.T + self.rng.gumbel(size=(USERS, ITEMS))
        top = np.argpartition(-scores, 30, axis=1)[:, :30]
        self.users = np.repeat(np.arange(USERS), 30).astype(np.int32)
        self.items = top.reshape(-1).astype(np.int32)
        self.seen = np.sort(self.users.astype(np.int64) * ITEMS + self.items)

    def batch(self):
        pick = self.rng.integers(0, len(self.users), size=BATCH)
        users, pos = self.users[pick], self.items[pick]
        neg = self.rng.integers(0, ITEMS, size=(BATCH, 8)).astype(np.int32)
        for _ in range(1):
            codes = users[:, None].astype(np.int64) * ITEMS + neg
            slot = np.minimum(np.searchsorted(self.seen, codes), len(self.seen) - 1)
            clash = self.seen[slot] == codes
            neg[clash] = self.rng.integers(0, ITEMS, size=int(clash.sum()))
        return users, pos, neg


def bpr_loss(params, users, pos, neg):
    u = params["users"][users]
    p = params["items"][pos]
    n = params["items"][neg]
    margin = jnp.sum(u * p, -1)[:, None] - jnp.einsum("bd,bkd->bk", u, n)
    reg = 1e-4 * (jnp.sum(u**2) + jnp.sum(p**2)) / BATCH
    return jnp.mean(jax.nn.softplus(-margin)) + reg


class Trainer:
    def __init__(self, key, lr):
        ku, ki = jax.random.split(key)
        self.params = {
            "users": 0.1 * jax.random.normal(ku, (USERS, DIM)),
            "items": 0.1 * jax.random.normal(ki, (ITEMS, DIM)),
        }
        self.lr = lr
        self.losses = []
        self._step = jax.jit(self._update, donate_argnums=0)

    @staticmethod
    def _update(params, batch, lr):
        loss, grads = jax.value_and_grad(bpr_loss)(params, *batch)
        return jax.tree.map(lambda p, g: p - lr * g, params, grads), loss

    def train(self, data, steps):
        for _ in range(steps):
            batch = data.batch()
            self.params, loss = self._step(self.params, batch, self.lr)
            jax.block_until_ready(self.params)
            self.losses.append(loss)


def main():
    data = Interactions(0)
    trainer = Trainer(jax.random.PRNGKey(0), lr=60.0)
    trainer.train(data, STEPS)
    losses = np.asarray(jnp.stack(trainer.losses))
    print(f"bpr loss {losses[:10].mean():.4f} -> {losses[-10:].mean():.4f}")


if __name__ == "__main__":
    main()
