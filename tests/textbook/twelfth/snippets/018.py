import jax
import jax.numpy as jnp


def pairwise_distance(pos):
    diff = pos[:, None, :] - pos[None, :, :]
    sq = jnp.sum(diff**2, axis=-1)
    return jnp.where(sq > 0.0, jnp.sqrt(sq), 0.0)


def spring_energy(pos, rest):
    d = pairwise_distance(pos)
    off_diagonal = 1.0 - jnp.eye(pos.shape[0])
    return 0.25 * jnp.sum(off_diagonal * (d - rest) ** 2)


@jax.jit
def descend(pos, rest):
    return pos - 0.01 * jax.grad(spring_energy)(pos, rest)


def main():
    pos = jax.random.normal(jax.random.key(0), (10, 3))
    for _ in range(100):
        pos = descend(pos, 1.0)
    print(pos)


if __name__ == "__main__":
    main()
