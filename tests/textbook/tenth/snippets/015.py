import jax
import jax.numpy as jnp


def safe_norm(x, eps=1e-12):
    sq = jnp.sum(x * x, axis=-1)
    is_zero = sq <= eps
    guarded = jnp.where(is_zero, 1.0, sq)
    return jnp.where(is_zero, 0.0, jnp.sqrt(guarded))


def pair_energy(positions):
    diff = positions[:, None, :] - positions[None, :, :]
    dist = safe_norm(diff)
    off_diagonal = ~jnp.eye(positions.shape[0], dtype=bool)
    inv = 1.0 / jnp.where(off_diagonal, dist, 1.0)
    return 0.5 * jnp.sum(jnp.where(off_diagonal, inv, 0.0))


@jax.jit
def relax(positions, lr=1e-3):
    energy, force = jax.value_and_grad(pair_energy)(positions)
    return positions - lr * force, energy


pos = jax.random.normal(jax.random.key(0), (10, 3))
for _ in range(20):
    pos, energy = relax(pos)
print(energy, jnp.isfinite(pos).all())
