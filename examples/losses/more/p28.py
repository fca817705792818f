"""Outer solar system over thousands of years; double precision on purpose."""
import jax

jax.config.update("jax_enable_x64", True)  # round-off would spoil the energy in float32

import jax.numpy as jnp
import numpy as np

G = 2.95912208286e-4  # au^3 / (solar mass day^2)
NAMES = ("sun", "jupiter", "saturn", "uranus", "neptune")
MASS = np.array([1.00000597682, 9.54786104043e-4, 2.85583733151e-4,
                 4.37273164546e-5, 5.17759138449e-5])
POS = np.array([[0, 0, 0],
                [-3.5023653, -3.8169847, -1.5507963],
                [9.0755314, -3.0458353, -1.6483708],
                [8.3101420, -16.2901086, -7.2521278],
                [11.4707666, -25.7294829, -10.8169456]])
VEL = np.array([[0, 0, 0],
                [0.00565429, -0.00412490, -0.00190589],
                [0.00168318, 0.00483525, 0.00192462],
                [0.00354178, 0.00137102, 0.00055029],
                [0.00288930, 0.00114527, 0.00039677]])


def acceleration(q, m):
    d = q[None] - q[:, None]
    r2 = jnp.sum(d ** 2, -1) + jnp.eye(len(NAMES))
    inv = (1.0 - jnp.eye(len(NAMES))) / (r2 * jnp.sqrt(r2))
    return G * jnp.einsum("j,ij,ijk->ik", m, inv, d)


def energy(q, v, m):
    d = q[None] - q[:, None]
    r = jnp.sqrt(jnp.sum(d ** 2, -1) + jnp.eye(len(NAMES)))
    pair = m[:, None] * m[None] * (1.0 - jnp.eye(len(NAMES))) / r
    return 0.5 * jnp.sum(m * jnp.sum(v ** 2, -1)) - 0.5 * G * jnp.sum(pair)


# fourth-order Yoshida coefficients
_c = 2.0 ** (1.0 / 3.0)
W1, W0 = 1.0 / (2.0 - _c), -_c / (2.0 - _c)


@jax.jit
def century(q, v, m, dt):
    """100 years with steps of dt days."""

    def step(_, qv):
        q, v = qv
        for w in (W1, W0, W1):
            q = q + 0.5 * w * dt * v
            v = v + w * dt * acceleration(q, m)
            q = q + 0.5 * w * dt * v
        return q, v

    q, v = jax.lax.fori_loop(0, 3650, step, (q, v))
    return q, v, energy(q, v, m), jnp.linalg.norm(q[1:] - q[0], axis=-1)


def main(centuries=240):
    drift = (MASS[:, None] * VEL).sum(0) / MASS.sum()
    q, v, m = jax.device_put((POS, VEL - drift, MASS))
    e0 = float(jax.jit(energy)(q, v, m))
    rows = []
    for _ in range(centuries):
        q, v, e, r = century(q, v, m, 10.0)
        rows.append((e, r))
    rows = jax.device_get(rows)
    for i in range(0, centuries, 60):
        e, r = rows[i]
        print(f"{100 * (i + 1):5d} years: dE/E {(e - e0) / abs(e0):+.2e}  jupiter {r[0]:.4f} au")


if __name__ == "__main__":
    main()
