"""What the compiled function is given was made in the same turn: no turn waits for the last."""

import jax
import jax.numpy as jnp


@jax.jit
def relax(state):
    return jax.lax.fori_loop(0, 1000, lambda _, s: s - 0.01 * s, state), jnp.sum(state)


def all_seeds(seeds):
    energies = []
    for seed in seeds:
        state = jax.random.normal(jax.random.key(seed), (64,))
        state, energy = relax(state)
        energies.append(float(energy))
    return energies


def all_starts(starts):
    for state in starts:
        state, energy = relax(state)
        print(energy.item())
