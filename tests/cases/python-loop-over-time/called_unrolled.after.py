"""What a loop, its sibling or the test around it is called tells nothing."""

import jax
import jax.numpy as jnp


@jax.jit
def static_unroll(w, xs: jax.Array, state):
    def step(state, x):
        state = jnp.sin(w @ state) + x
        return state, None

    state, _ = jax.lax.scan(step, state, xs)
    return state


@jax.jit
def rollout(w, xs: jax.Array, state):
    def step(state, x):
        state = jnp.sin(w @ state) + x
        return state, None

    state, _ = jax.lax.scan(step, state, xs)
    return state


@jax.jit
def rollout_scan(w, xs, state):
    return jax.lax.scan(lambda s, x: (jnp.sin(w @ s) + x, None), state, xs)[0]


@jax.jit
def layers(w, xs: jax.Array, state, use_scan=False):
    if not use_scan:
        def step(state, x):
            state = jnp.sin(w @ state) + x
            return state, None

        state, _ = jax.lax.scan(step, state, xs)
    return state


def run(w, xs, state):
    return static_unroll(w, xs, state) + rollout(w, xs, state) + layers(w, xs, state)


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    w, xs = 0.3 * jax.random.normal(k1, (2, 2)), jax.random.normal(k2, (3, 2))
    return w, xs, jax.random.normal(k3, (2,))
