"""Star cluster: softened N-body problem with a kick-drift-kick integrator."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np


def plummer(n, rng):
    """Positions and velocities of a Plummer sphere (crude)."""
    u = rng.uniform(0.05, 0.9, n)
    r = 1.0 / np.sqrt(u ** (-2.0 / 3.0) - 1.0)
    direction = rng.standard_normal((n, 3))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    pos = r[:, None] * direction
    vesc = np.sqrt(2.0) * (1 + r ** 2) ** -0.25
    d2 = rng.standard_normal((n, 3))
    d2 /= np.linalg.norm(d2, axis=1, keepdims=True)
    vel = 0.4 * vesc[:, None] * d2
    return pos.astype(np.float32), vel.astype(np.float32)


def acceleration(pos, mass, eps):
    diff = pos[None, :, :] - pos[:, None, :]
    dist2 = jnp.sum(diff ** 2, axis=-1) + eps ** 2
    inv3 = dist2 ** -1.5
    return jnp.sum(mass[None, :, None] * inv3[:, :, None] * diff, axis=1)


def total_energy(pos, vel, mass, eps):
    kinetic = 0.5 * jnp.sum(mass * jnp.sum(vel ** 2, -1))
    diff = pos[None] - pos[:, None]
    dist = jnp.sqrt(jnp.sum(diff ** 2, -1) + eps ** 2)
    pairs = mass[None] * mass[:, None] / dist
    return kinetic - 0.5 * (jnp.sum(pairs) - jnp.sum(jnp.diagonal(pairs)))


def leapfrog(pos, vel, acc, mass, eps, dt):
    vel = vel + 0.5 * dt * acc
    pos = pos + dt * vel
    acc = acceleration(pos, mass, eps)
    vel = vel + 0.5 * dt * acc
    return pos, vel, acc


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--bodies", type=int, default=64)
    ap.add_argument("--steps", type=int, default=2000)
    ap.add_argument("--dt", type=float, default=0.002)
    ap.add_argument("--eps", type=float, default=0.05)
    args = ap.parse_args()

    pos, vel = plummer(args.bodies, np.random.default_rng(1))
    pos, vel = jnp.asarray(pos), jnp.asarray(vel)
    mass = jnp.asarray(np.full(args.bodies, 1.0 / args.bodies, np.float32))
    energy = jax.jit(total_energy, static_argnums=3)
    e0 = energy(pos, vel, mass, args.eps)
    acc = acceleration(pos, mass, args.eps)
    for step in range(args.steps):
        pos, vel, acc = leapfrog(pos, vel, acc, mass, args.eps, args.dt)

    e1 = energy(pos, vel, mass, args.eps)
    print(f"energy {float(e0):.5f} -> {float(e1):.5f}")
    radius = np.sort(np.linalg.norm(np.asarray(pos), axis=1))
    print(f"half-mass radius {radius[args.bodies // 2]:.3f}")


if __name__ == "__main__":
    main()
