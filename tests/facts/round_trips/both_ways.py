"""What comes back to where it was."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(params, batch):
    return params - jnp.mean(batch)


def train(params, batches):
    for batch in batches:
        out = np.asarray(step(params, batch))  # that it is handed back says more than that the loop waits here
        params = jnp.asarray(out)  # fact: round_trips out
        seen = np.asarray(step(params, batch))
        print(seen.max())
        params = jnp.asarray(seen)  # fact: round_trips seen
        made = np.random.normal(size=100)
        params = step(params, jnp.asarray(made))
    return params


def carried(turns):
    state = np.zeros(100)
    for _ in range(turns):
        state = np.asarray(step(state, 1.0))  # fact: round_trips state
    return state


def once(params):
    return jnp.asarray(np.asarray(step(params, 1.0)))  # fact: round_trips np.asarray(step(params, 1.0))
