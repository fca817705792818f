"""Bootstrap confidence intervals for a logistic model."""

import jax
import jax.numpy as jnp
import numpy as np

N = 400
DIM = 6
RESAMPLES = 800
NEWTON_STEPS = 6


def make_data(seed):
    rng = np.random.default_rng(seed)
    x = np.concatenate([np.ones((N, 1)), rng.standard_normal((N, DIM - 1))], axis=1)
    beta = np.array([0.2, 1.0, -0.7, 0.4, 0.0, 0.25])
    y = rng.random(N) < 1.0 / (1.0 + np.exp(-x @ beta))
    return x.astype(np.float32), y.astype(np.float32), beta


@jax.jit
def fit(x, y, weights):
    def newton(beta, _):
        p = jax.nn.sigmoid(x @ beta)
        grad = x.T @ (weights * (y - p)) - 1e-3 * beta
        hess = (x * (weights * p * (1 - p))[:, None]).T @ x + 1e-3 * jnp.eye(DIM)
        return beta + jnp.linalg.solve(hess, grad), None

    beta, _ = jax.lax.scan(newton, jnp.zeros(DIM), None, length=NEWTON_STEPS)
    return beta


@jax.jit
def resample_weights(key):
    idx = jax.random.randint(key, (N,), 0, N)
    return jnp.zeros(N).at[idx].add(1.0)


def bootstrap(x, y, keys):
    estimates = []
    for key in keys:
        weights = resample_weights(key)
        estimates.append(fit(x, y, weights))
    return jnp.stack(estimates)


def main():
    x, y, beta = make_data(0)
    x, y = jnp.asarray(x), jnp.asarray(y)
    keys = jax.random.split(jax.random.PRNGKey(0), RESAMPLES)
    estimates = np.asarray(bootstrap(x, y, keys))
    low, high = np.percentile(estimates, [2.5, 97.5], axis=0)
    for j in range(DIM):
        print(f"beta[{j}] true {beta[j]:+.2f}  interval [{low[j]:+.3f}, {high[j]:+.3f}]")


if __name__ == "__main__":
    main()
