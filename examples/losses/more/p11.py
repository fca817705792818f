"""Session-based recommendation: next-item prediction with sampled negatives."""
import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
import optax


@dataclasses.dataclass
class Config:
    items: int = 5000
    dim: int = 48
    length: int = 24
    batch: int = 64
    negatives: int = 32
    steps: int = 600
    lr: float = 2e-3


def init_params(cfg, rng):
    d = cfg.dim
    norm = lambda *s: rng.normal(0, s[0] ** -0.5, s).astype(np.float32)
    emb = rng.normal(0, 0.1, (cfg.items, d)).astype(np.float32)
    params = {"emb": emb, "wx": norm(d, 2 * d), "wh": norm(d, 2 * d),
              "b": np.zeros(2 * d, np.float32), "out": norm(d, d)}
    return jax.device_put(params)


def encode(params, sessions):
    """Minimal gated recurrence over the session."""
    x = params["emb"][sessions] @ params["wx"] + params["b"]

    def cell(h, xt):
        g, c = jnp.split(xt + h @ params["wh"], 2, -1)
        g = jax.nn.sigmoid(g)
        return g * h + (1 - g) * jnp.tanh(c), None

    h0 = jnp.zeros((sessions.shape[0], params["emb"].shape[1]))
    h, _ = jax.lax.scan(cell, h0, x.swapaxes(0, 1))
    return h @ params["out"]


def loss_fn(params, sessions, target, negatives):
    h = encode(params, sessions)
    pos = jnp.sum(h * params["emb"][target], -1)
    neg = jnp.einsum("bd,bkd->bk", h, params["emb"][negatives])
    return jnp.mean(jax.nn.softplus(-pos)) + jnp.mean(jax.nn.softplus(neg).sum(-1)) / 8


class Sampler:
    """Sessions walk along item clusters; negatives by popularity, without the clicked ones."""

    def __init__(self, cfg, seed):
        self.cfg = cfg
        self.rng = np.random.default_rng(seed)
        p = 1.0 / np.arange(1, cfg.items + 1) ** 0.8
        self.cum = np.cumsum(p / p.sum())

    def batch(self):
        c, rng = self.cfg, self.rng
        start = rng.integers(0, c.items, (c.batch, 1))
        walk = (start + np.cumsum(rng.integers(0, 4, (c.batch, c.length + 1)), 1)) % c.items
        neg = np.searchsorted(self.cum, rng.random((c.batch, c.negatives))).clip(0, c.items - 1)
        for row, clicked in zip(neg, walk):
            seen = set(clicked.tolist())
            for j, item in enumerate(row.tolist()):
                while item in seen:
                    item = int(rng.integers(c.items))
                row[j] = item
        return walk[:, :-1].astype(np.int32), walk[:, -1].astype(np.int32), neg.astype(np.int32)


def main():
    cfg = Config()
    sampler = Sampler(cfg, 0)
    params = init_params(cfg, np.random.default_rng(1))
    tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(cfg.lr))
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def update(params, opt_state, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, *batch)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, loss

    for step in range(cfg.steps):
        params, opt_state, loss = update(params, opt_state, sampler.batch())
        if np.isnan(loss):
            raise FloatingPointError(f"loss is nan at step {step}")
        if (step + 1) % 200 == 0:
            print(f"step {step + 1}: loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
