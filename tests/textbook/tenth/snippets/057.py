import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp


@jax.jit
def kepler_step(state, dt):
    pos, vel = state[:2], state[2:]
    half = vel - 0.5 * dt * pos / jnp.linalg.norm(pos) ** 3
    pos = pos + dt * half
    vel = half - 0.5 * dt * pos / jnp.linalg.norm(pos) ** 3
    return jnp.concatenate([pos, vel])


def energy(state):
    kinetic = 0.5 * jnp.sum(state[2:] ** 2)
    return kinetic - 1.0 / jnp.linalg.norm(state[:2])


@jax.jit
def orbit(state):
    return jax.lax.fori_loop(0, 10_000, lambda i, s: kepler_step(s, 1e-3), state)


start = jnp.array([1.0, 0.0, 0.0, 1.1], dtype=jnp.float64)
end = orbit(start)
print(end.dtype, abs(energy(end) - energy(start)))
