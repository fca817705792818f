"""Stochastic gradient Langevin dynamics for Bayesian logistic regression."""

import jax
import jax.numpy as jnp
import numpy as np

DIM = 200
CHAINS = 64
BATCH = 256
STEPS = 300


class RunningStats:
    """Exponential averages of a few scalars, for the report at the end."""

    def __init__(self, decay=0.98):
        self.decay = decay
        self.values = {}

    def update(self, **scalars):
        for name, value in scalars.items():
            value = value.item()
            old = self.values.get(name, value)
            self.values[name] = self.decay * old + (1 - self.decay) * value

    def summary(self):
        return ", ".join(f"{k}={v:.4f}" for k, v in self.values.items())


class ClickStream:
    """Builds hashed feature batches from simulated visits."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.true_w = self.rng.standard_normal(DIM) * 0.8

    def next_batch(self):
        x = np.zeros((BATCH, DIM), dtype=np.float32)
        tokens = self.rng.integers(0, 10_000, size=(BATCH, 12))
        slots = (tokens * 2654435761) % DIM
        np.add.at(x, (np.arange(BATCH)[:, None], slots), 1.0)
        logits = x @ self.true_w - 0.5
        y = self.rng.random(BATCH) < 1.0 / (1.0 + np.exp(-logits))
        return x, y.astype(np.float32)


def log_posterior(w, x, y, scale):
    logits = x @ w
    log_lik = jnp.sum(y * logits - jax.nn.softplus(logits))
    return scale * log_lik - 0.5 * jnp.sum(w**2)


@jax.jit
def sgld_step(chains, key, x, y, step_size):
    scale = 20_000.0 / x.shape[0]

    def inner(chains, k):
        value, grads = jax.vmap(jax.value_and_grad(log_posterior), in_axes=(0, None, None, None))(
            chains, x, y, scale
        )
        noise = jax.random.normal(k, chains.shape)
        chains = chains + 0.5 * step_size * grads + jnp.sqrt(step_size) * noise
        return chains, (value.mean(), jnp.linalg.norm(grads, axis=1).mean())

    chains, (values, norms) = jax.lax.scan(inner, chains, jax.random.split(key, 6))
    return chains, values[-1], norms[-1]


def main():
    stream = ClickStream(0)
    key = jax.random.PRNGKey(0)
    key, sub = jax.random.split(key)
    chains = 0.1 * jax.random.normal(sub, (CHAINS, DIM))
    stats = RunningStats()
    keys = list(jax.random.split(key, STEPS))
    for step in range(STEPS):
        x, y = stream.next_batch()
        chains, value, norm = sgld_step(chains, keys[step], x, y, 1e-5)
        stats.update(log_post=value, grad_norm=norm)
    mean = np.asarray(chains.mean(0))
    print(stats.summary())
    print("correlation with the true weights %.3f" % np.corrcoef(mean, stream.true_w)[0, 1])


if __name__ == "__main__":
    main()
