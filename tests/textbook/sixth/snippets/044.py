import jax
import jax.numpy as jnp
import numpy as np

NUM_STEPS = 5_000
BATCH, FEATURES = 256, 512


def loss_fn(weights, x, y, l2):
    residual = x @ weights - y
    return jnp.mean(residual**2) + l2 * jnp.sum(weights**2)


def fit(weights, data, targets, l2=1e-4, learning_rate=1e-2):
    rng = np.random.default_rng(0)
    for step in range(NUM_STEPS):
        rows = rng.integers(0, data.shape[0], size=BATCH)
        grad_fn = jax.jit(jax.grad(lambda w, x, y: loss_fn(w, x, y, l2)))
        weights = weights - learning_rate * grad_fn(weights, data[rows], targets[rows])
    return weights


if __name__ == "__main__":
    rng = np.random.default_rng(1)
    data = rng.normal(size=(50_000, FEATURES)).astype(np.float32)
    targets = rng.normal(size=(50_000,)).astype(np.float32)
    print(fit(jnp.zeros(FEATURES), data, targets))
