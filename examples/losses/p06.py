"""Gaussian-process hyperparameters by gradient ascent on the marginal likelihood."""

import jax
import jax.numpy as jnp
import numpy as np
import optax

N = 200
ITERATIONS = 60


def make_data(seed):
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(-3, 3, N)).astype(np.float32)
    y = (np.sin(2 * x) + 0.3 * x + 0.15 * rng.standard_normal(N)).astype(np.float32)
    return jnp.asarray(x), jnp.asarray(y)


def kernel(params, a, b):
    sq = (a[:, None] - b[None, :]) ** 2
    return jnp.exp(2 * params["amp"]) * jnp.exp(-0.5 * sq * jnp.exp(-2 * params["scale"]))


def negative_log_likelihood(params, x, y):
    noise = jnp.exp(2 * params["noise"]) + 1e-4
    chol = jnp.linalg.cholesky(kernel(params, x, x) + noise * jnp.eye(x.shape[0]))
    alpha = jax.scipy.linalg.cho_solve((chol, True), y)
    return (0.5 * y @ alpha + jnp.sum(jnp.log(jnp.diag(chol)))) / x.shape[0]


tx = optax.adam(0.05)


@jax.jit
def fit(params, x, y):
    def body(carry, _):
        params, state = carry
        value, grads = jax.value_and_grad(negative_log_likelihood)(params, x, y)
        updates, state = tx.update(grads, state)
        return (optax.apply_updates(params, updates), state), value

    (params, _), values = jax.lax.scan(body, (params, tx.init(params)), None, length=ITERATIONS)
    return params, values


@jax.jit
def predict(params, x, y, grid):
    noise = jnp.exp(2 * params["noise"]) + 1e-4
    gram = kernel(params, x, x) + noise * jnp.eye(x.shape[0])
    return kernel(params, grid, x) @ jax.scipy.linalg.solve(gram, y, assume_a="pos")


def main():
    x, y = make_data(0)
    start = {"amp": jnp.float32(0.0), "scale": jnp.float32(0.5), "noise": jnp.float32(-1.0)}
    params, values = fit(start, x, y)
    grid = jnp.linspace(-3, 3, 200)
    error = predict(params, x, y, grid) - (jnp.sin(2 * grid) + 0.3 * grid)
    print("objective %.4f -> %.4f" % (float(values[0]), float(values[-1])))
    print({k: round(float(jnp.exp(v)), 3) for k, v in params.items()})
    print("rms error %.4f" % float(jnp.sqrt(jnp.mean(error**2))))


if __name__ == "__main__":
    main()
