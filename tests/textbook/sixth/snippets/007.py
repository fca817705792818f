import jax
import jax.numpy as jnp

NUM_ATOMS, CUTOFF = 512, 2.5


def safe_norm(displacement):
    squared = jnp.sum(displacement**2, axis=-1)
    nonzero = squared > 0.0
    safe_squared = jnp.where(nonzero, squared, 1.0)
    return jnp.where(nonzero, jnp.sqrt(safe_squared), 0.0)


def potential_energy(positions, strength):
    distances = safe_norm(positions[:, None, :] - positions[None, :, :])
    overlap = jnp.maximum(1.0 - distances / CUTOFF, 0.0)
    pair_energy = strength * overlap**2
    off_diagonal = 1.0 - jnp.eye(positions.shape[0])
    return 0.5 * jnp.sum(pair_energy * off_diagonal)


@jax.jit
def relax_step(positions, strength, step_size=1e-2):
    energy, grads = jax.value_and_grad(potential_energy)(positions, strength)
    return positions - step_size * grads, energy


if __name__ == "__main__":
    positions = 6.0 * jax.random.uniform(jax.random.key(0), (NUM_ATOMS, 3))
    for _ in range(1_000):
        positions, energy = relax_step(positions, 1.0)
    print("relaxed energy:", energy)
