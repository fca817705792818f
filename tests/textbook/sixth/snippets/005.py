import jax
import jax.numpy as jnp

NUM_RAYS = 65_536


def sphere_hit_distance(radius, origins, directions):
    b = jnp.sum(origins * directions, axis=-1)
    c = jnp.sum(origins**2, axis=-1) - radius**2
    discriminant = b**2 - c
    hit = discriminant > 0.0
    return jnp.where(hit, -b - jnp.sqrt(discriminant), 0.0)


def depth_loss(radius, origins, directions, observed):
    depth = sphere_hit_distance(radius, origins, directions)
    return jnp.mean((depth - observed) ** 2)


@jax.jit
def fit_step(radius, origins, directions, observed, lr=0.05):
    loss, grad = jax.value_and_grad(depth_loss)(radius, origins, directions, observed)
    return radius - lr * grad, loss


if __name__ == "__main__":
    k1, k2 = jax.random.split(jax.random.key(0))
    origins = jnp.array([0.0, 0.0, -4.0]) + jax.random.normal(k1, (NUM_RAYS, 3))
    directions = jnp.array([0.0, 0.0, 1.0]) + 0.3 * jax.random.normal(k2, (NUM_RAYS, 3))
    directions /= jnp.linalg.norm(directions, axis=-1, keepdims=True)
    observed = sphere_hit_distance(1.3, origins, directions)
    radius = 1.0
    for _ in range(200):
        radius, loss = fit_step(radius, origins, directions, observed)
    print(radius, loss)
