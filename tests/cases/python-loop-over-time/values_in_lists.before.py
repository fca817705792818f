"""A recursion over lists, and a while loop with a counter: no fix can rewrite them."""

import jax
import jax.numpy as jnp


def returns(rewards, n):
    values = [jnp.zeros(4)] * (n + 1)
    for t in reversed(range(n)):  # want: JOL202 "goes on from what the one before has computed"
        best = jnp.tanh(values[t + 1]) * 0.9
        values[t] = jnp.clip(best + rewards[t], 0.0, 1.0)
    return values


def hermite(x: jax.Array, n: int):
    before, h = jnp.ones_like(x), 2.0 * x
    i = 1
    while i < n:  # want: JOL202 "each of the iterations of this loop hands 4 operations"
        before, h = h, 2.0 * x * h - 2.0 * i * before
        i += 1
    return h


state = jnp.zeros(8)
for _ in range(2000):  # want: JOL202 "each of the 2000 iterations of this loop hands 9 operations"
    state = jnp.tanh(state) * 0.9 + jnp.sin(state)
    state = jnp.cos(state) * 0.9 + jnp.exp(-state)
