"""Gaussian-process hyperparameters by maximising the marginal likelihood over random features."""

import jax
import jax.numpy as jnp
import numpy as np
import optax

N = 20_000
FEATURES = 1_000
ITERATIONS = 12


def make_inputs(seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-3, 3, size=(N, 4)).astype(np.float32)
    y = np.sin(x[:, 0]) + 0.5 * np.cos(2 * x[:, 1]) * x[:, 2] + 0.1 * rng.standard_normal(N)
    return x, y.astype(np.float32)


def random_features(x, seed):
    rng = np.random.default_rng(seed)
    omega = rng.standard_normal((x.shape[1], FEATURES)).astype(np.float32)
    phase = rng.uniform(0, 2 * np.pi, FEATURES).astype(np.float32)
    return np.sqrt(np.float32(2.0 / FEATURES)) * np.cos(x @ omega + phase)


def build_objective(phi, y):
    phi = jnp.asarray(phi)

    def residual(w, log_noise):
        r = y - phi @ w
        return jnp.sum(r**2) * jnp.exp(-2 * log_noise) + 2 * y.shape[0] * log_noise

    def objective(params):
        prior = jnp.sum(params["w"] ** 2) * jnp.exp(-2 * params["log_amp"])
        prior = prior + 2 * FEATURES * params["log_amp"]
        return 0.5 * (residual(params["w"], params["log_noise"]) + prior) / y.shape[0]

    return objective


def main():
    x, y = make_inputs(0)
    phi = random_features(x, 1)
    objective = build_objective(phi, jnp.asarray(y))
    tx = optax.adam(0.05)

    @jax.jit
    def step(params, opt_state):
        value, grads = jax.value_and_grad(objective)(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, value

    params = {"w": jnp.zeros(FEATURES), "log_amp": jnp.float32(0.0), "log_noise": jnp.float32(0.0)}
    opt_state = tx.init(params)
    values = []
    for _ in range(ITERATIONS):
        params, opt_state, value = step(params, opt_state)
        values.append(value)
    values = jax.device_get(values)
    print("objective %.4f -> %.4f" % (values[0], values[-1]))
    print("noise %.4f amplitude %.4f" % (np.exp(params["log_noise"]), np.exp(params["log_amp"])))


if __name__ == "__main__":
    main()
