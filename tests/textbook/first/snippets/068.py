import jax
import jax.numpy as jnp


def pairwise_energy(positions, cutoff):
    diff = positions[:, None] - positions[None]
    sq = jnp.sum(diff**2, axis=-1)
    dist = jnp.where(sq > 0, jnp.sqrt(sq), 0.0)
    return 0.5 * jnp.sum(jnp.where(dist < cutoff, (cutoff - dist) ** 2, 0.0))


@jax.jit
def forces(positions, cutoff):
    return -jax.grad(pairwise_energy)(positions, cutoff)


if __name__ == "__main__":
    pos = jax.random.uniform(jax.random.key(0), (32, 3))
    print(forces(pos, 0.5)[:2])
