import jax
import jax.numpy as jnp


class KalmanFilter:
    def __init__(self, a, c, q, r):
        self.system = (a, c, q, r)
        self._step = jax.jit(self._predict_update)

    @staticmethod
    def _predict_update(system, mean, cov, y):
        a, c, q, r = system
        mean, cov = a @ mean, a @ cov @ a.T + q
        s = c @ cov @ c.T + r
        gain = jnp.linalg.solve(s, c @ cov).T
        return mean + gain @ (y - c @ mean), cov - gain @ c @ cov

    def filter(self, mean, cov, observations):
        for y in observations:
            mean, cov = self._step(self.system, mean, cov, y)
        return mean, cov


if __name__ == "__main__":
    kf = KalmanFilter(jnp.eye(2), jnp.ones((1, 2)), 0.1 * jnp.eye(2), jnp.eye(1))
    print(kf.filter(jnp.zeros(2), jnp.eye(2), [jnp.ones(1)] * 5))
