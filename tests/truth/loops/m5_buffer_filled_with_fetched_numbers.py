"""Each step fetches two numbers and copies two buffers to hold them."""

import jax
import jax.numpy as jnp
from jax import jit


def run(nvt_step, energy_fn, state, nbrs, allocate, steps, mass):
    @jit
    def advance(state, nbrs):
        state = nvt_step(state, neighbor=nbrs)
        nbrs = nbrs.update(state.position)
        return state, nbrs

    temperatures = jnp.zeros(steps)
    energies = jnp.zeros(steps)
    for t in range(steps):
        state, nbrs = advance(state, nbrs)
        temperature = jnp.sum(state.momentum**2) / mass
        energy = energy_fn(state.position, neighbor=nbrs)
        temperatures = temperatures.at[t].set(float(temperature))  # want: JOL402
        energies = energies.at[t].set(float(energy))
        if t % 40 == 0:
            print(f"{t}: {temperature:.1f} {energy:.4f}")
    return jax.device_get((temperatures, energies))
