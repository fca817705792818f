"""Functions whose purpose is to unroll, or whose scan stands beside them."""

import jax
import jax.numpy as jnp


@jax.jit
def static_unroll(w, xs: jax.Array, state):
    out = []
    for t in range(xs.shape[0]):
        state = jnp.tanh(w @ state + xs[t])
        out.append(state)
    return jnp.stack(out), state


@jax.jit
def rollout(w, xs: jax.Array, state):
    for t in range(xs.shape[0]):
        state = jnp.tanh(w @ state + xs[t])
    return state


@jax.jit
def rollout_scan(w, xs, state):
    return jax.lax.scan(lambda s, x: (jnp.tanh(w @ s + x), None), state, xs)[0]


@jax.jit
def layers(w, xs: jax.Array, state, use_scan):
    if not use_scan:
        for t in range(xs.shape[0]):
            state = jnp.tanh(w @ state + xs[t])
    return state
