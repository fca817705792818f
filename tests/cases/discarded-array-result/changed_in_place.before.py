# not executed: nothing is rewritten
"""A dictionary in a state is changed where it is: the line that follows says it once more."""

import jax.numpy as jnp


def saved(state, clock, save):
    notes = state.notes
    notes["clock"] = clock.total()
    state.replace(notes=notes)  # want: JOL806 (info) "leaves `state` as it was"
    save(state, jnp.asarray(notes["clock"]))


def saved_without(state, clock, save):
    notes = {**state.notes, "clock": clock.total()}
    state.replace(notes=notes)  # want: JOL806 (warning) "leaves `state` as it was"
    save(state)


def renewed(state, clock, save):
    notes = state.notes
    notes["clock"] = clock.total()
    state.replace(notes=notes, step=0)  # want: JOL806 (warning) "leaves `state` as it was"
    save(state)
