"""Symplectic integration of a 512-body cluster in double precision."""
import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp

BODIES, STEPS, DT, SOFTENING = 512, 2_000, 1e-4, 1e-2


def energy(pos, vel):
    diff = pos[:, None, :] - pos[None, :, :]
    dist = jnp.sqrt(jnp.sum(diff**2, axis=-1) + SOFTENING**2)
    pair = jnp.triu(1.0 / dist, k=1) / BODIES**2
    return 0.5 * jnp.sum(vel**2) / BODIES - jnp.sum(pair)


def acceleration(pos):
    return -BODIES * jax.grad(energy)(pos, jnp.zeros_like(pos))


@jax.jit
def integrate(pos, vel):
    def leapfrog(state, _):
        pos, vel = state
        vel = vel + 0.5 * DT * acceleration(pos)
        pos = pos + DT * vel
        vel = vel + 0.5 * DT * acceleration(pos)
        return (pos, vel), None

    (pos, vel), _ = jax.lax.scan(leapfrog, (pos, vel), None, length=STEPS)
    return pos, vel


if __name__ == "__main__":
    k_pos, k_vel = jax.random.split(jax.random.key(0))
    pos = jax.random.normal(k_pos, (BODIES, 3), dtype=jnp.float64)
    vel = 0.1 * jax.random.normal(k_vel, (BODIES, 3), dtype=jnp.float64)
    before, after = energy(pos, vel), energy(*integrate(pos, vel))
    print("relative energy drift", float(abs((after - before) / before)))
