"""Orbital mechanics: many Kepler orbits, Newton solves and a symplectic check, in double precision."""
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)

N = 4000
STEPS = 1500


def kepler(mean_anomaly, ecc):
    """Solve E - e sin E = M to machine precision."""

    def unfinished(s):
        _, delta, it = s
        return (jnp.max(jnp.abs(delta)) > 1e-13) & (it < 50)

    def newton(s):
        e, _, it = s
        delta = (e - ecc * jnp.sin(e) - mean_anomaly) / (1 - ecc * jnp.cos(e))
        return e - delta, delta, it + 1

    start = mean_anomaly + 0.85 * ecc * jnp.sign(jnp.sin(mean_anomaly))
    e, _, it = lax.while_loop(unfinished, newton, (start, jnp.full_like(start, jnp.inf), 0))
    return e, it


def position(a, ecc, t):
    m = jnp.mod(t / a ** 1.5, 2 * jnp.pi)
    e, it = kepler(m, ecc)
    return jnp.stack([a * (jnp.cos(e) - ecc), a * jnp.sqrt(1 - ecc ** 2) * jnp.sin(e)], -1), it


def accel(x):
    return -x / jnp.linalg.norm(x, axis=-1, keepdims=True) ** 3


C1 = 1.0 / (2.0 - 2.0 ** (1.0 / 3.0))
COEF = (C1, 1.0 - 2.0 * C1, C1)


def yoshida(x, v, dt):
    for c in COEF:
        x = x + 0.5 * c * dt * v
        v = v + c * dt * accel(x)
        x = x + 0.5 * c * dt * v
    return x, v


@jax.jit
def integrate(x, v, dt):
    return lax.fori_loop(0, STEPS, lambda i, s: yoshida(*s, dt), (x, v))


def main():
    rng = np.random.default_rng(0)
    a = jnp.asarray(rng.uniform(0.8, 1.4, N))
    ecc = jnp.asarray(rng.uniform(0.0, 0.7, N))
    x = jnp.stack([a * (1 - ecc), jnp.zeros(N)], -1)
    v = jnp.stack([jnp.zeros(N), jnp.sqrt((1 + ecc) / (a * (1 - ecc)))], -1)
    dt, t = 0.002, 0.0
    exact = jax.jit(position)
    for leg in range(4):
        x, v = integrate(x, v, dt)
        t += STEPS * dt
        ref, it = exact(a, ecc, t)
        err = jnp.linalg.norm(x - ref, axis=-1)
        print(f"t={t:5.1f}  newton iterations {int(it)}  median error {float(jnp.median(err)):.2e}"
              f"  worst {float(err.max()):.2e}")


if __name__ == "__main__":
    main()
