"""Regression of airfoil-like data with an MLP ensemble head, optax AdamW."""
import dataclasses
import numpy as np
import jax
import jax.numpy as jnp
import optax


@dataclasses.dataclass(frozen=True)
class Config:
    features: int = 12
    hidden: tuple = (64, 64, 64, 64, 64, 64)
    batch: int = 128
    steps: int = 300
    peak_lr: float = 2e-3
    seed: int = 0


def make_data(cfg, n=8192):
    rng = np.random.default_rng(cfg.seed)
    x = rng.uniform(-1, 1, (n, cfg.features)).astype(np.float32)
    w = rng.standard_normal((cfg.features, 3)).astype(np.float32)
    z = x @ w
    y = np.sin(z[:, 0]) + z[:, 1] * z[:, 2] * 0.3 + 0.05 * rng.standard_normal(n)
    return x, y.astype(np.float32)


def init_params(key, cfg):
    dims = (cfg.features,) + cfg.hidden + (1,)
    params = []
    for k, i, o in zip(jax.random.split(key, len(dims) - 1), dims[:-1], dims[1:]):
        params.append({"w": jax.random.normal(k, (i, o)) * (2.0 / i) ** 0.5, "b": jnp.zeros((o,))})
    return params


def predict(params, x):
    for p in params[:-1]:
        x = jax.nn.silu(x @ p["w"] + p["b"])
    return (x @ params[-1]["w"] + params[-1]["b"])[:, 0]


@jax.jit
def loss_and_grad(params, x, y):
    def huber(p):
        return optax.huber_loss(predict(p, x), y, delta=0.5).mean()
    return jax.value_and_grad(huber)(params)


def build_optimizer(cfg):
    sched = optax.warmup_cosine_decay_schedule(0.0, cfg.peak_lr, 50, cfg.steps)
    return optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(sched, weight_decay=1e-4))


class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.tx = build_optimizer(cfg)
        self.params = init_params(jax.random.key(cfg.seed), cfg)
        self.opt_state = self.tx.init(self.params)

    def step(self, x, y):
        loss, grads = loss_and_grad(self.params, x, y)
        updates, self.opt_state = self.tx.update(grads, self.opt_state, self.params)
        self.params = optax.apply_updates(self.params, updates)
        return loss


def main():
    cfg = Config()
    x, y = make_data(cfg)
    trainer = Trainer(cfg)
    rng = np.random.default_rng(cfg.seed + 1)
    losses = []
    for i in range(cfg.steps):
        idx = rng.integers(0, len(x), cfg.batch)
        losses.append(trainer.step(x[idx], y[idx]))
    losses = np.asarray(jax.device_get(losses))
    print("huber loss: first 20", losses[:20].mean().round(4), "last 20", losses[-20:].mean().round(4))


if __name__ == "__main__":
    main()
