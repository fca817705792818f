# Approximate Bayesian computation for the Lotka-Volterra model.
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax

DT = 0.01
N_STEPS = 1500
OBS_EVERY = 50


def rk4(f, y, dt):
    k1 = f(y)
    k2 = f(y + 0.5 * dt * k1)
    k3 = f(y + 0.5 * dt * k2)
    k4 = f(y + dt * k3)
    return y + dt / 6.0 * (k1 + 2 * k2 + 2 * k3 + k4)


def simulate(theta, y0):
    """Return the trajectory sampled every OBS_EVERY steps."""

    def deriv(y):
        prey, pred = y
        a, b, c, d = theta
        return jnp.stack([a * prey - b * prey * pred, c * prey * pred - d * pred])

    def advance(y, _):
        y = lax.fori_loop(0, OBS_EVERY, lambda i, z: rk4(deriv, z, DT), y)
        return y, y

    _, ys = lax.scan(advance, y0, None, length=N_STEPS // OBS_EVERY)
    return ys


@jax.jit
def distance(ys, obs):
    scale = jnp.std(obs, axis=0)
    return jnp.sqrt(jnp.mean(((ys - obs) / scale) ** 2))


def draw_prior(n, seed=11):
    rng = np.random.default_rng(seed)
    lo = np.array([0.6, 0.2, 0.05, 0.3])
    hi = np.array([1.4, 0.6, 0.25, 0.9])
    return (lo + (hi - lo) * rng.random((n, 4))).astype(np.float32)


def make_observation(y0):
    theta = jnp.array([1.0, 0.4, 0.12, 0.55], jnp.float32)
    ys = np.asarray(simulate(theta, y0))
    rng = np.random.default_rng(5)
    return jnp.asarray(ys * (1 + 0.05 * rng.standard_normal(ys.shape)), jnp.float32)


def main():
    y0 = jnp.array([8.0, 3.0], jnp.float32)
    obs = make_observation(y0)
    thetas = draw_prior(70)
    dists = []
    for theta in thetas:
        ys = simulate(jnp.asarray(theta), y0)
        dists.append(distance(ys, obs))
    dists = np.array(jax.device_get(dists))

    keep = np.argsort(dists)[:10]
    post = thetas[keep]
    print("kept distances", np.round(dists[keep], 3))
    print("posterior mean", np.round(post.mean(0), 3))
    print("posterior std ", np.round(post.std(0), 3))


if __name__ == "__main__":
    main()
