"""Stress majorization: embed 500 points so that distances match targets."""
import jax
import jax.numpy as jnp

POINTS, DIM = 500, 2


def pairwise_distance(z):
    diff = z[:, None, :] - z[None, :, :]
    sq = jnp.sum(diff**2, axis=-1)
    return jnp.where(sq == 0.0, 0.0, jnp.sqrt(sq))


def stress(z, target):
    return jnp.mean((pairwise_distance(z) - target) ** 2)


@jax.jit
def descend(z, target):
    def body(z, _):
        loss, grad = jax.value_and_grad(stress)(z, target)
        return z - 20.0 * grad, loss

    return jax.lax.scan(body, z, None, length=300)


if __name__ == "__main__":
    k_true, k_init = jax.random.split(jax.random.key(0))
    target = pairwise_distance(jax.random.normal(k_true, (POINTS, 5)))
    z, losses = descend(jax.random.normal(k_init, (POINTS, DIM)), target)
    print("stress", float(losses[0]), "->", float(losses[-1]))
