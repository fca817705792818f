import jax
import jax.numpy as jnp

GRID = 256
NUM_STEPS = 2_000
DT = 0.1
DIFFUSIVITY = 0.2


def laplacian(u):
    return (
        jnp.roll(u, 1, axis=0)
        + jnp.roll(u, -1, axis=0)
        + jnp.roll(u, 1, axis=1)
        + jnp.roll(u, -1, axis=1)
        - 4.0 * u
    )


@jax.jit
def simulate(temperature, source):
    for _ in range(NUM_STEPS):
        flux = DIFFUSIVITY * laplacian(temperature)
        temperature = temperature + DT * (flux + source)
    return temperature


source = jnp.zeros((GRID, GRID)).at[GRID // 2, GRID // 2].set(1.0)
final = simulate(jnp.zeros((GRID, GRID)), source)
print("peak temperature", float(final.max()))
