import jax
import jax.numpy as jnp

NUM_PARTICLES = 512


def safe_norm(vectors):
    squared = jnp.sum(vectors**2, axis=-1)
    is_zero = squared == 0.0
    safe_squared = jnp.where(is_zero, 1.0, squared)
    return jnp.where(is_zero, 0.0, jnp.sqrt(safe_squared))


def potential_energy(positions, charges):
    deltas = positions[:, None, :] - positions[None, :, :]
    distances = safe_norm(deltas)
    repulsion = charges[:, None] * charges[None, :] * jnp.exp(-distances)
    return 0.5 * jnp.sum(repulsion)


@jax.jit
def step(positions, charges):
    energy, gradient = jax.value_and_grad(potential_energy)(positions, charges)
    return positions - 1e-2 * gradient, energy, -gradient


position_key, charge_key = jax.random.split(jax.random.key(0))
positions = jax.random.uniform(position_key, (NUM_PARTICLES, 3), maxval=10.0)
charges = jax.random.rademacher(charge_key, (NUM_PARTICLES,)).astype(jnp.float32)
for _ in range(200):
    positions, energy, forces = step(positions, charges)
print("energy", float(energy), "max force", float(jnp.abs(forces).max()))
