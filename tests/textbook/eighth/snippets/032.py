"""Check analytic gradients of a potential against central differences."""
import jax
import jax.numpy as jnp

ATOMS = 64
STEP = 1e-9


def potential(coords):
    diff = coords[:, None, :] - coords[None, :, :]
    sq = jnp.sum(diff**2, axis=-1) + jnp.eye(ATOMS, dtype=coords.dtype)
    inv6 = 1.0 / sq**3
    return 0.5 * jnp.sum((inv6**2 - inv6) * (1.0 - jnp.eye(ATOMS, dtype=coords.dtype)))


@jax.jit
def central_difference(coords, direction):
    plus = potential(coords + STEP * direction)
    minus = potential(coords - STEP * direction)
    return (plus - minus) / (2 * STEP)


if __name__ == "__main__":
    key = jax.random.key(0)
    grid = jnp.stack(jnp.meshgrid(*[jnp.arange(4.0)] * 3), axis=-1).reshape(ATOMS, 3)
    jitter = 0.05 * jax.random.normal(key, (ATOMS, 3))
    coords = jnp.asarray(1.3 * grid + jitter, dtype=jnp.float64)
    direction = jnp.zeros_like(coords).at[0, 0].set(1.0)
    analytic = jax.grad(potential)(coords)[0, 0]
    numeric = central_difference(coords, direction)
    print("analytic", float(analytic), "numeric", float(numeric))
