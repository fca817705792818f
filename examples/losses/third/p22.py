"""Learn a time-dependent forcing by adjoint through a long simulation; rematerialised."""
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax

NX, OUTER, INNER = 8192, 20, 50
DT, NU = 2e-4, 4e-2
DX = 1.0 / 64
X = np.linspace(0, 2 * np.pi, NX, endpoint=False).astype(np.float32)


def rhs(u, f):
    up, um = jnp.roll(u, -1), jnp.roll(u, 1)
    return -u * (up - um) / (2 * DX) + NU * (up - 2 * u + um) / DX ** 2 + f


def substep(u, f):
    k1 = rhs(u, f)
    k2 = rhs(u + DT * k1, f)
    return u + 0.5 * DT * (k1 + k2)


@jax.checkpoint
def segment(u, f):
    return lax.scan(lambda c, _: (substep(c, f), None), u, None, length=INNER)[0]


def basis():
    k = np.arange(1, 6)[:, None]
    return np.concatenate([np.sin(k * X), np.cos(k * X)]).astype(np.float32)


BASIS = basis()


def simulate(coef, u0):
    def outer(u, c):
        u = segment(u, c @ BASIS)
        return u, u[::32]
    return lax.scan(outer, u0, coef)[1]


def misfit(coef, u0, target):
    return jnp.mean((simulate(coef, u0) - target) ** 2) + 1e-6 * jnp.mean(coef ** 2)


@jax.jit
def adam(coef, m, v, t, u0, target):
    val, g = jax.value_and_grad(misfit)(coef, u0, target)
    m = 0.9 * m + 0.1 * g
    v = 0.99 * v + 0.01 * g * g
    coef = coef - 0.05 * (m / (1 - 0.9 ** t)) / (jnp.sqrt(v / (1 - 0.99 ** t)) + 1e-8)
    return coef, m, v, t + 1, val


def main():
    u0 = jnp.asarray(np.sin(X))
    rng = np.random.default_rng(0)
    truth = np.cumsum(rng.standard_normal((OUTER, 10)), 0).astype(np.float32)
    target = jax.jit(simulate)(truth, u0)
    coef = jnp.zeros((OUTER, 10))
    m = v = jnp.zeros_like(coef)
    t = jnp.ones((), jnp.float32)
    vals = []
    for _ in range(10):
        coef, m, v, t, val = adam(coef, m, v, t, u0, target)
        vals.append(val)
    vals = np.array(jax.device_get(vals))
    print("misfit", vals[0], "->", vals[-1])
    err = np.linalg.norm(np.asarray(coef) - truth) / np.linalg.norm(truth)
    print("relative error of the forcing", err.round(3))


if __name__ == "__main__":
    main()
