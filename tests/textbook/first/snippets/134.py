import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def ar_forecast(history, ridge):
    lagged = jnp.stack([history[:-2], history[1:-1]], axis=1)
    target = history[2:]
    gram = lagged.T @ lagged + ridge * jnp.eye(2)
    coef = jnp.linalg.solve(gram, lagged.T @ target)
    return history[-2:] @ coef


def backtest(series: np.ndarray, start: int = 100, ridge: float = 1e-3):
    forecasts = []
    for t in range(start, len(series)):
        forecasts.append(ar_forecast(series[:t], ridge))
    return np.asarray(jnp.stack(forecasts))


if __name__ == "__main__":
    walk = np.cumsum(np.random.default_rng(1).normal(size=5_000)).astype(np.float32)
    print(backtest(walk)[-5:])
