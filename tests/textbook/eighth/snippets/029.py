"""Pairwise-distance regularizer on 512 embeddings of 64 dimensions."""
import jax
import jax.numpy as jnp

POINTS, DIM, STEPS = 512, 64, 300


def pairwise_distance(z):
    diff = z[:, None, :] - z[None, :, :]
    sq = jnp.sum(diff**2, axis=-1)
    positive = sq > 0.0
    safe_sq = jnp.where(positive, sq, 1.0)
    return jnp.where(positive, jnp.sqrt(safe_sq), 0.0)


def spread_loss(z):
    off_diagonal = 1.0 - jnp.eye(POINTS)
    repulsion = jnp.sum(jnp.exp(-pairwise_distance(z)) * off_diagonal) / POINTS**2
    return repulsion + 1e-2 * jnp.mean(z**2)


@jax.jit
def optimize(z):
    def body(z, _):
        loss, grad = jax.value_and_grad(spread_loss)(z)
        return z - 10.0 * grad, loss

    return jax.lax.scan(body, z, None, length=STEPS)


if __name__ == "__main__":
    z0 = 0.1 * jax.random.normal(jax.random.key(0), (POINTS, DIM))
    z, losses = optimize(z0)
    print("loss", float(losses[0]), "->", float(losses[-1]))
