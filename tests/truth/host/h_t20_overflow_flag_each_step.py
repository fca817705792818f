"""A simulation asks after each step whether its neighbour list overflowed."""

import jax
import jax.numpy as jnp
from jax_md import simulate


def run(energy_fn, shift, neighbors_fn, positions, mass, steps, every):
    init_fn, apply_fn = simulate.nve(energy_fn, shift, 1e-3)
    nbrs = neighbors_fn.allocate(positions)
    state = init_fn(jax.random.PRNGKey(0), positions, kT=1e-8, mass=mass)

    @jax.jit
    def body_fn(i, carry):
        state, nbrs = carry
        nbrs = nbrs.update(state.position)
        state = apply_fn(state, nbr_lists=nbrs)
        return state, nbrs

    energies = []
    step = 0
    while step < steps:
        new_state, nbrs = body_fn(step, (state, nbrs))
        if nbrs.did_buffer_overflow == True:  # want: JOL402
            nbrs = neighbors_fn.allocate(state.position)
        else:
            if step % every == 0:
                energies += [energy_fn(new_state.position)]
            state = new_state
            step += 1
    return state, jnp.stack(energies)
