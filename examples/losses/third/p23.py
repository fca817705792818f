"""Fit rate constants of a four-species reaction chain by gradient descent."""
import numpy as np
import jax
import jax.numpy as jnp

TIMES = np.linspace(0.0, 4.0, 160).astype(np.float32)


def concentrations(log_k, t):
    """Analytic A -> B -> C -> D chain, first order in each step (Bateman)."""
    k1, k2, k3 = jnp.exp(log_k)
    e1, e2, e3 = jnp.exp(-k1 * t), jnp.exp(-k2 * t), jnp.exp(-k3 * t)
    a = e1
    b = k1 / (k2 - k1) * (e1 - e2)
    c = k1 * k2 * (
        e1 / ((k2 - k1) * (k3 - k1))
        + e2 / ((k1 - k2) * (k3 - k2))
        + e3 / ((k1 - k3) * (k2 - k3))
    )
    return jnp.stack([a, b, c, 1.0 - a - b - c], axis=-1)


def objective(log_k, t, data, weight):
    resid = (concentrations(log_k, t) - data) * weight
    prior = 0.5 * jnp.sum(log_k ** 2) / 25.0
    return 0.5 * jnp.sum(resid ** 2) / t.shape[0] + 1e-4 * prior


class Adam:
    def __init__(self, lr, b1=0.9, b2=0.999):
        self.lr, self.b1, self.b2 = lr, b1, b2

    def init(self, x):
        return jnp.zeros_like(x), jnp.zeros_like(x), jnp.zeros((), jnp.float32)

    def apply(self, x, g, state):
        m, v, n = state
        n = n + 1
        m = self.b1 * m + (1 - self.b1) * g
        v = self.b2 * v + (1 - self.b2) * g * g
        mh = m / (1 - self.b1 ** n)
        vh = v / (1 - self.b2 ** n)
        return x - self.lr * mh / (jnp.sqrt(vh) + 1e-8), (m, v, n)


def fit(data, weight, start, n_iter):
    t = jnp.asarray(TIMES)
    opt = Adam(0.02)

    def one_step(x, state):
        grad = jax.grad(objective)(x, t, data, weight)
        return opt.apply(x, grad, state)

    x, state = start, opt.init(start)
    for _ in range(n_iter):
        x, state = one_step(x, state)
    return x


def main():
    truth = np.log(np.array([2.2, 0.9, 0.35], np.float32))
    rng = np.random.default_rng(9)
    clean = np.asarray(concentrations(truth, TIMES))
    data = jnp.asarray(clean + 0.02 * rng.standard_normal(clean.shape), jnp.float32)
    weight = jnp.array([1.0, 1.0, 1.5, 1.0], jnp.float32)
    start = jnp.array([0.0, -0.5, -2.0], jnp.float32)
    best = fit(data, weight, start, 220)
    print("true  k", np.exp(truth).round(3))
    print("fit   k", np.exp(np.asarray(best)).round(3))
    print("final objective", float(objective(best, TIMES, data, weight)))


if __name__ == "__main__":
    main()
