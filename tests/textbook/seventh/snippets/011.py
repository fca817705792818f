import jax
import jax.numpy as jnp
import numpy as np


def energy(positions, box):
    disp = positions[:, None, :] - positions[None, :, :]
    disp = disp - box * jnp.round(disp / box)
    r2 = jnp.sum(disp**2, axis=-1) + 10.0 * jnp.eye(positions.shape[0])
    inv6 = (1.0 / r2) ** 3
    return 2.0 * jnp.sum(inv6**2 - inv6)


def minimise(positions, box, num_steps=5_000, step_size=1e-5):
    for _ in range(num_steps):
        force = jax.jit(jax.grad(lambda p: energy(p, box)))(positions)
        positions = positions - step_size * jnp.clip(force, -100.0, 100.0)
    return positions


rng = np.random.default_rng(0)
start = jnp.asarray(rng.uniform(0.0, 12.0, size=(864, 3)), dtype=jnp.float32)
final = minimise(start, box=jnp.float32(12.0))
print(energy(final, jnp.float32(12.0)))
