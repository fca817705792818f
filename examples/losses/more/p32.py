"""Estimate a diffusivity map of a reaction-diffusion system from its final pattern."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

GRID = 128
TIME_STEPS = 500


def laplacian(u):
    return (jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1)
            + jnp.roll(u, -1, 1) - 4.0 * u)


def fitzhugh_nagumo(state, diffusivity):
    """One explicit step of the two-species system, with a smooth saturation."""
    u, v = state
    reaction = jnp.tanh(u - u ** 3 / 3.0 - v + 0.3 * jnp.sin(u))
    recovery = 0.08 * (u + 0.7 - 0.8 * v)
    du = diffusivity * laplacian(u) + reaction
    dv = 0.02 * laplacian(v) + recovery * jnp.exp(-0.05 * v ** 2)
    return u + 0.05 * du, v + 0.05 * dv


def evolve(log_d, u0, v0):
    d = jnp.exp(log_d)

    def body(state, _):
        return fitzhugh_nagumo(state, d), None

    (u, v), _ = jax.lax.scan(body, (u0, v0), None, length=TIME_STEPS)
    return u


def smoothness(log_d):
    return jnp.mean(jnp.diff(log_d, axis=0) ** 2) + jnp.mean(jnp.diff(log_d, axis=1) ** 2)


def objective(log_d, u0, v0, observed):
    return jnp.mean((evolve(log_d, u0, v0) - observed) ** 2) + 0.05 * smoothness(log_d)


def truth():
    y, x = np.mgrid[0:GRID, 0:GRID] / GRID
    d = 0.3 + 0.5 * np.exp(-((x - 0.5) ** 2 + (y - 0.4) ** 2) / 0.03)
    return np.log(d).astype(np.float32)


def initial_fields(rng):
    u = rng.standard_normal((GRID, GRID))
    for _ in range(10):
        u = 0.25 * (np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1))
    u = 2.0 * u / u.std()
    return u.astype(np.float32), np.zeros((GRID, GRID), np.float32)


def main(iterations=8):
    u0, v0 = jax.device_put(initial_fields(np.random.default_rng(0)))
    observed = jax.jit(evolve)(truth(), u0, v0)
    tx = optax.adam(0.05)
    log_d = jax.device_put(np.full((GRID, GRID), np.log(0.4), np.float32))
    opt_state = jax.jit(tx.init)(log_d)

    @jax.jit
    def fit_step(log_d, opt_state, u0, v0, observed):
        value, grad = jax.value_and_grad(objective)(log_d, u0, v0, observed)
        updates, opt_state = tx.update(grad, opt_state, log_d)
        return optax.apply_updates(log_d, updates), opt_state, value

    values = []
    for _ in range(iterations):
        log_d, opt_state, value = fit_step(log_d, opt_state, u0, v0, observed)
        values.append(value)
    print("objective", np.array2string(np.asarray(jax.device_get(values)), precision=4))
    error = np.asarray(log_d) - truth()
    print(f"rms error of log D: {np.sqrt(np.mean(error ** 2)):.3f}")


if __name__ == "__main__":
    main()
