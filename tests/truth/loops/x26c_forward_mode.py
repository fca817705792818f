"""Forward mode has no form that gives the value too."""

from functools import partial

from jax import jacfwd, value_and_grad


def refresh(potential, sites, state, forward):
    if forward:
        value = potential(sites, state.z)
        slope = jacfwd(partial(potential, sites))(state.z)
    else:
        value, slope = value_and_grad(partial(potential, sites))(state.z)
    return state._replace(slope=slope, value=value)
