"""Cross-validated elastic-net regression with proximal gradient descent."""

import jax
import jax.numpy as jnp
import numpy as np

N_SAMPLES = 600
N_FEATURES = 80
N_FOLDS = 5
ITERATIONS = 400


def make_problem(seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((N_SAMPLES, N_FEATURES)).astype(np.float32)
    coef = np.zeros(N_FEATURES, dtype=np.float32)
    coef[:12] = rng.uniform(-2, 2, size=12)
    y = x @ coef + 0.5 * rng.standard_normal(N_SAMPLES).astype(np.float32)
    return x, y.astype(np.float32), coef


def folds(n, k, seed):
    order = np.random.default_rng(seed).permutation(n)
    parts = np.array_split(order, k)
    for i in range(k):
        train = np.concatenate([p for j, p in enumerate(parts) if j != i])
        yield train, parts[i]


def soft_threshold(w, t):
    return jnp.sign(w) * jnp.maximum(jnp.abs(w) - t, 0.0)


def residual_loss(w, x, y, l2):
    return 0.5 * jnp.mean((x @ w - y) ** 2) + 0.5 * l2 * jnp.sum(w**2)


@jax.jit
def validation_error(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def fit(x, y, l1, l2):
    @jax.jit
    def solve(w0, x, y, l1, l2):
        lipschitz = jnp.linalg.norm(x, ord=2) ** 2 / x.shape[0] + l2
        step = 1.0 / lipschitz

        def body(carry, _):
            w, z, t = carry
            grad = jax.grad(residual_loss)(z, x, y, l2)
            w_new = soft_threshold(z - step * grad, step * l1)
            t_new = 0.5 * (1.0 + jnp.sqrt(1.0 + 4.0 * t**2))
            z_new = w_new + (t - 1.0) / t_new * (w_new - w)
            return (w_new, z_new, t_new), None

        (w, _, _), _ = jax.lax.scan(body, (w0, w0, jnp.float32(1.0)), None, length=ITERATIONS)
        return w

    return solve(jnp.zeros(x.shape[1]), x, y, l1, l2)


def main():
    x, y, coef = make_problem(0)
    x_dev, y_dev = jnp.asarray(x), jnp.asarray(y)
    grid = [0.003, 0.03, 0.3]
    results = {}
    splits = [(jnp.asarray(a), jnp.asarray(b)) for a, b in folds(N_SAMPLES, N_FOLDS, seed=3)]
    for l1 in grid:
        errors = []
        for train, valid in splits:
            w = fit(x_dev[train], y_dev[train], l1, 1e-3)
            errors.append(validation_error(w, x_dev[valid], y_dev[valid]))
        results[l1] = errors
    table = {l1: float(np.mean(jax.device_get(errs))) for l1, errs in results.items()}
    best = min(table, key=table.get)
    w = fit(x_dev, y_dev, best, 1e-3)
    for l1, err in table.items():
        print(f"l1={l1:<6} cv error {err:.4f}")
    print("best l1", best, "coefficient error %.4f" % float(jnp.linalg.norm(w - coef)))


if __name__ == "__main__":
    main()
