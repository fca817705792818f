import jax
import jax.numpy as jnp


def pairwise_distance(positions):
    disp = positions[:, None, :] - positions[None, :, :]
    sq = jnp.sum(disp**2, axis=-1)
    nonzero = sq > 0.0
    safe_sq = jnp.where(nonzero, sq, 1.0)
    return jnp.where(nonzero, jnp.sqrt(safe_sq), 0.0)


def spring_energy(positions, rest_length=1.0):
    dist = pairwise_distance(positions)
    off_diagonal = 1.0 - jnp.eye(positions.shape[0])
    return 0.25 * jnp.sum(off_diagonal * (dist - rest_length) ** 2)


@jax.jit
def relax(positions, step_size=1e-4):
    energy, grads = jax.value_and_grad(spring_energy)(positions)
    return positions - step_size * grads, energy


positions = jax.random.normal(jax.random.key(0), (500, 3))
for _ in range(300):
    positions, energy = relax(positions)
print(energy)
