"""Source localisation in EEG with a large lead-field matrix (sparse Bayesian learning)."""
import jax
import jax.numpy as jnp
import numpy as np

SENSORS = 256
SOURCES = 40_000


class ForwardModel:
    """Random but smooth lead field, a column for each cortical source."""

    def __init__(self, rng):
        sensors = rng.standard_normal((SENSORS, 3))
        sensors /= np.linalg.norm(sensors, axis=1, keepdims=True)
        sources = rng.standard_normal((SOURCES, 3))
        sources *= 0.8 / np.linalg.norm(sources, axis=1, keepdims=True)
        d2 = (1.0 + 0.64 - 2.0 * sensors @ sources.T).astype(np.float32)
        self.gain = (1.0 / (d2 + 0.05)).astype(np.float32)
        self.gain -= self.gain.mean(0)
        self.gain /= np.linalg.norm(self.gain, axis=0)


class SparseBayes:
    def __init__(self, model, noise):
        self.model = model
        self.noise = noise
        self.update = jax.jit(self._update)

    def _update(self, gamma, y):
        """MacKay update of the source variances for measurements y [sensors, times]."""
        gain = jnp.asarray(self.model.gain)
        cov = (gain * gamma) @ gain.T + self.noise * jnp.eye(SENSORS)
        chol = jnp.linalg.cholesky(cov)
        white_y = jax.scipy.linalg.solve_triangular(chol, y, lower=True)
        sol = jax.scipy.linalg.solve_triangular(chol.T, white_y, lower=False)
        corr = gain.T @ sol
        prec = jax.scipy.linalg.cho_solve((chol, True), gain)
        sens = jnp.sum(gain * prec, 0)
        gamma_new = gamma * jnp.sqrt(jnp.mean(corr ** 2, 1) / jnp.maximum(sens, 1e-12))
        evidence = -jnp.sum(jnp.log(jnp.diag(chol))) - 0.5 * jnp.mean(jnp.sum(white_y ** 2, 0))
        return gamma_new, evidence


def recording(model, rng, active=5, times=50):
    where = rng.choice(SOURCES, active, replace=False)
    waves = np.sin(np.linspace(0, 6, times)[None] * (1 + np.arange(active)[:, None]))
    y = model.gain[:, where] @ (3.0 * waves)
    return where, (y + 0.05 * rng.standard_normal(y.shape)).astype(np.float32)


def main(iterations=8):
    rng = np.random.default_rng(0)
    model = ForwardModel(rng)
    where, y = recording(model, rng)
    y = jax.device_put(y)
    solver = SparseBayes(model, 0.01)
    gamma = jax.device_put(np.full(SOURCES, 1e-3, np.float32))
    evidence = []
    for _ in range(iterations):
        gamma, ev = solver.update(gamma, y)
        evidence.append(ev)
    print("evidence", np.array2string(np.asarray(jax.device_get(evidence))[::2], precision=1))
    found = np.argsort(np.asarray(gamma))[-5:]
    print("true sources", np.sort(where), "strongest", np.sort(found))


if __name__ == "__main__":
    main()
