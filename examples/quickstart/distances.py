"""The distance of each point to its nearest centre."""

import jax
import jax.numpy as jnp


@jax.jit
def nearest(points, centres):
    # jaxopt-lint: verify(f32[B,D], f32[C,D], B=5, D=3, C=7)
    found = []
    for i in range(points.shape[0]):
        gaps = jnp.sum((centres - points[i]) ** 2, axis=1)
        found.append(jnp.min(gaps))
    return jnp.stack(found)


if __name__ == "__main__":
    some, other = jax.random.split(jax.random.key(0))
    points = jax.random.uniform(some, (200, 3))
    print(nearest(points, jax.random.uniform(other, (20, 3))))
