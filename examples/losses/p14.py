"""Leapfrog integration of a small star cluster."""

import jax
import jax.numpy as jnp

N_BODIES = 32
STEPS = 2500
DT = 2e-3
SOFTENING = 0.05


def plummer_sphere(key, n):
    k1, k2, k3 = jax.random.split(key, 3)
    u = jax.random.uniform(k1, (n,), minval=0.05, maxval=0.95)
    radius = 1.0 / jnp.sqrt(u ** (-2.0 / 3.0) - 1.0)
    direction = jax.random.normal(k2, (n, 3))
    direction = direction / jnp.linalg.norm(direction, axis=1, keepdims=True)
    pos = radius[:, None] * direction
    vel = 0.3 * jax.random.normal(k3, (n, 3))
    mass = jnp.full(n, 1.0 / n)
    return pos - pos.mean(0), vel - vel.mean(0), mass


def pairwise(pos):
    diff = pos[None, :, :] - pos[:, None, :]
    dist2 = jnp.sum(diff**2, axis=-1) + SOFTENING**2
    return diff, dist2


def acceleration(pos, mass):
    diff, dist2 = pairwise(pos)
    inv3 = dist2**-1.5
    return jnp.sum(mass[None, :, None] * diff * inv3[:, :, None], axis=1)


def leapfrog(pos, vel, acc, mass):
    vel = vel + 0.5 * DT * acc
    pos = pos + DT * vel
    acc = acceleration(pos, mass)
    vel = vel + 0.5 * DT * acc
    return pos, vel, acc


@jax.jit
def total_energy(pos, vel, mass):
    _, dist2 = pairwise(pos)
    kinetic = 0.5 * jnp.sum(mass * jnp.sum(vel**2, axis=1))
    inv = jnp.where(jnp.eye(N_BODIES, dtype=bool), 0.0, 1.0 / jnp.sqrt(dist2))
    return kinetic - 0.5 * jnp.sum(mass[:, None] * mass[None, :] * inv)


def main():
    pos, vel, mass = plummer_sphere(jax.random.PRNGKey(0), N_BODIES)
    e0 = total_energy(pos, vel, mass)
    acc = acceleration(pos, mass)
    for _ in range(STEPS):
        pos, vel, acc = leapfrog(pos, vel, acc, mass)
    e1 = total_energy(pos, vel, mass)
    print("energy %.6f -> %.6f" % (float(e0), float(e1)))
    print("half-mass radius %.4f" % float(jnp.median(jnp.linalg.norm(pos, axis=1))))


if __name__ == "__main__":
    main()
