import jax
import jax.numpy as jnp
import numpy as np

NUM_STEPS = 2_000
history = []


def record(step, energy):
    history.append((int(step), float(energy)))
    return np.int32(0)


def energy_fn(positions):
    deltas = positions[1:] - positions[:-1]
    return 0.5 * jnp.sum((jnp.sum(deltas**2, axis=-1) - 1.0) ** 2)


@jax.jit
def relax(positions):
    def step(positions, i):
        energy, forces = jax.value_and_grad(energy_fn)(positions)
        result = jax.ShapeDtypeStruct((), jnp.int32)
        jax.pure_callback(record, result, i, energy)
        return positions - 0.01 * forces, energy

    return jax.lax.scan(step, positions, jnp.arange(NUM_STEPS))


straight = jnp.arange(256.0)[:, None] * jnp.array([1.0, 0.0, 0.0])
positions = straight + 0.2 * jax.random.normal(jax.random.key(0), (256, 3))
positions, energies = relax(positions)
jax.effects_barrier()
print("recorded steps:", len(history), "final energy", float(energies[-1]))
