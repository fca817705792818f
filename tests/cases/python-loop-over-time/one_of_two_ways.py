"""A test chooses between the loop and a scan, here or in a function, whatever it is called."""

import jax
import jax.numpy as jnp


def scanned(w, xs, state):
    return jax.lax.scan(lambda s, x: (jnp.tanh(w @ s + x), None), state, xs)[0]


@jax.jit
def rollout(w, xs: jax.Array, state, compact: bool):
    if compact:
        state = scanned(w, xs, state)
    else:
        for t in range(xs.shape[0]):
            state = jnp.tanh(w @ state + xs[t])
    return state


@jax.jit
def left_early(w, xs: jax.Array, state, stepwise: bool):
    if stepwise:
        for t in range(xs.shape[0]):
            state = jnp.tanh(w @ state + xs[t])
        return state
    state = state * 0.5
    return scanned(w, xs, state)
