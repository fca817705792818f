import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def jitter(points):
    offset = np.random.normal(scale=0.01, size=points.shape)
    return points + offset


def perturb_many(points, rounds=100):
    clouds = []
    for _ in range(rounds):
        clouds.append(jitter(points))
    return jnp.stack(clouds)


if __name__ == "__main__":
    pts = jnp.zeros((1024, 3))
    print(perturb_many(pts).std())
