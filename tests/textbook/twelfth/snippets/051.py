"""Fit a logistic regression on synthetic data."""
import jax
import jax.numpy as jnp
import numpy as np

NUM_STEPS = 2000
LR = 0.1


def nll(w, x, y):
    logits = x @ w
    return jnp.mean(jnp.logaddexp(0.0, logits) - y * logits)


def make_data(seed, n=512, d=20):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d)).astype(np.float32)
    true_w = rng.normal(size=(d,)).astype(np.float32)
    y = (x @ true_w > 0).astype(np.float32)
    return jnp.asarray(x), jnp.asarray(y)


def fit(x, y):
    w = jnp.zeros((x.shape[1],))
    for step in range(NUM_STEPS):
        update = jax.jit(lambda w: w - LR * jax.grad(nll)(w, x, y))
        w = update(w)
    return w


if __name__ == "__main__":
    x, y = make_data(0)
    w = fit(x, y)
    print("train nll", float(nll(w, x, y)))
