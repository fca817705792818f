"""Star cluster integrated with leapfrog; snapshots kept inside a scan."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

N_BODIES = 128
DT = 1e-3
SNAPSHOTS = 20
STEPS_PER_SNAPSHOT = 40


def sample(key):
    k1, k2 = jax.random.split(key)
    pos = jax.random.normal(k1, (N_BODIES, 3))
    vel = 0.4 * jax.random.normal(k2, (N_BODIES, 3))
    return pos - pos.mean(0), vel - vel.mean(0)


def acceleration(pos):
    diff = pos[None, :, :] - pos[:, None, :]
    inv3 = (jnp.sum(diff**2, axis=-1) + 0.05**2) ** -1.5
    return jnp.einsum("ij,ijk->ik", inv3, diff) / N_BODIES


def energy(pos, vel):
    diff = pos[None, :, :] - pos[:, None, :]
    inv = (jnp.sum(diff**2, axis=-1) + 0.05**2) ** -0.5
    potential = -0.5 * (inv.sum() - jnp.trace(inv)) / N_BODIES**2
    return 0.5 * jnp.sum(vel**2) / N_BODIES + potential


@partial(jax.jit, static_argnames=("snapshots", "steps"))
def integrate(pos, vel, snapshots, steps):
    def leap(_, carry):
        pos, vel, acc = carry
        vel = vel + 0.5 * DT * acc
        pos = pos + DT * vel
        acc = acceleration(pos)
        return pos, vel + 0.5 * DT * acc, acc

    def snapshot(carry, _):
        carry = jax.lax.fori_loop(0, steps, leap, carry)
        return carry, (energy(carry[0], carry[1]), jnp.linalg.norm(carry[0], axis=1))

    _, out = jax.lax.scan(snapshot, (pos, vel, acceleration(pos)), None, length=snapshots)
    return out


def main():
    pos, vel = sample(jax.random.PRNGKey(0))
    energies, radii = jax.device_get(integrate(pos, vel, SNAPSHOTS, STEPS_PER_SNAPSHOT))
    print("energy drift %.2e" % abs((energies[-1] - energies[0]) / energies[0]))
    print("half-mass radius", np.round(np.median(radii, axis=1)[:: SNAPSHOTS // 4], 3))


if __name__ == "__main__":
    main()
