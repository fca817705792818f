"""Fit a Gaussian process to tide-gauge data; set-up is plain eager code."""
import jax
import jax.numpy as jnp
import numpy as np
import optax


def tide(rng, n=180):
    t = np.sort(rng.uniform(0, 15, n))
    h = np.sin(2 * np.pi * t / 0.5175) + 0.4 * np.sin(2 * np.pi * t / 1.0758 + 1.0)
    h = h + 0.3 * np.sin(2 * np.pi * t / 14.8) + 0.1 * rng.standard_normal(n)
    return t.astype(np.float32), h.astype(np.float32)


def kernel(theta, a, b):
    d = a[:, None] - b[None]
    smooth = jnp.exp(theta["amp"] - 0.5 * (d / jnp.exp(theta["scale"])) ** 2)
    wave = jnp.cos(2 * jnp.pi * d / jnp.exp(theta["period"]))
    return smooth * (0.2 + jnp.exp(theta["wave"]) * wave)


def covariance(theta, t):
    noise = jnp.exp(theta["noise"]) + 1e-4
    return kernel(theta, t, t) + noise * jnp.eye(t.shape[0])


def nll(theta, t, h):
    chol = jnp.linalg.cholesky(covariance(theta, t))
    z = jax.scipy.linalg.solve_triangular(chol, h, lower=True)
    return 0.5 * z @ z + jnp.sum(jnp.log(jnp.diag(chol)))


@jax.jit
def predict(theta, t, h, t_new):
    chol = jnp.linalg.cholesky(covariance(theta, t))
    return kernel(theta, t_new, t) @ jax.scipy.linalg.cho_solve((chol, True), h)


# set-up: a few eager operations, once
rng = np.random.default_rng(0)
times, heights = tide(rng)
train, test = np.arange(len(times)) % 6 != 0, np.arange(len(times)) % 6 == 0
t_train, h_train = jnp.asarray(times[train]), jnp.asarray(heights[train])
shift = jnp.mean(h_train)
h_train = h_train - shift
theta = {"amp": jnp.float32(0.0), "scale": jnp.float32(0.5), "period": jnp.log(jnp.float32(0.52)),
         "wave": jnp.float32(-1.0), "noise": jnp.log(jnp.float32(0.05))}
tx = optax.adam(0.03)
opt_state = tx.init(theta)


@jax.jit
def optimise(theta, opt_state, t, h):
    """Sixty steps of Adam in one program."""

    def body(carry, _):
        theta, opt_state = carry
        value, grads = jax.value_and_grad(nll)(theta, t, h)
        updates, opt_state = tx.update(grads, opt_state)
        return (optax.apply_updates(theta, updates), opt_state), value

    (theta, opt_state), values = jax.lax.scan(body, (theta, opt_state), None, length=60)
    return theta, opt_state, values[-1]


for round_ in range(4):
    theta, opt_state, value = optimise(theta, opt_state, t_train, h_train)
    print(f"after {60 * (round_ + 1)} steps: nll {float(value):.2f}")

guess = np.asarray(predict(theta, t_train, h_train, times[test])) + float(shift)
print(f"test rms {np.sqrt(np.mean((guess - heights[test]) ** 2)):.3f}")
print({k: round(float(np.exp(v)), 4) for k, v in theta.items()})
