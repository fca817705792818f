"""Echo-state network for a chaotic series, with a look at the reservoir activity."""

import jax
import jax.numpy as jnp
import numpy as np

UNITS = 300
WASHOUT = 200
LENGTH = 3000


def mackey_glass(n, tau=17, seed=0):
    rng = np.random.default_rng(seed)
    x = np.full(n + tau, 1.2)
    x[:tau] += 0.1 * rng.standard_normal(tau)
    for t in range(tau, n + tau - 1):
        x[t + 1] = x[t] + 0.2 * x[t - tau] / (1.0 + x[t - tau] ** 10) - 0.1 * x[t]
    return x[tau:].astype(np.float32)


class Reservoir:
    def __init__(self, key, radius=0.95):
        k1, k2 = jax.random.split(key)
        w = jax.random.normal(k1, (UNITS, UNITS)) / jnp.sqrt(1.0 * UNITS)
        self.weights = {"w": radius * w, "w_in": jax.random.uniform(k2, (UNITS,), minval=-0.5, maxval=0.5)}
        self.activity = None
        self.states = jax.jit(self._states)

    def _states(self, weights, series):
        def body(h, u):
            h = jnp.tanh(weights["w"] @ h + weights["w_in"] * u)
            return h, h

        final, states = jax.lax.scan(body, jnp.zeros(UNITS), series)
        self.activity = jnp.abs(final).mean()
        return states

    def fit(self, series):
        states = self.states(self.weights, series[:-1])
        return ridge(states[WASHOUT:], series[WASHOUT + 1 :])


@jax.jit
def ridge(features, targets):
    gram = features.T @ features + 1e-2 * jnp.eye(UNITS)
    return jax.scipy.linalg.solve(gram, features.T @ targets, assume_a="pos")


def main():
    series = jnp.asarray(mackey_glass(LENGTH))
    train, test = series[: LENGTH // 2], series[LENGTH // 2 :]
    net = Reservoir(jax.random.PRNGKey(3))
    readout = net.fit(train)
    predicted = net.states(net.weights, test[:-1]) @ readout
    error = jnp.sqrt(jnp.mean((predicted[WASHOUT:] - test[WASHOUT + 1 :]) ** 2))
    print("test rmse %.5f" % float(error / series.std()))
    print("mean activity after the run:", net.activity)


if __name__ == "__main__":
    main()
