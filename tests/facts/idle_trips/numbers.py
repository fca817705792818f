"""What a loop hands over and fetches again; what was computed in between, or is not the host's."""

import jax.numpy as jnp
import numpy as np


def times(steps, unknown):
    total = 0.0
    for t in np.linspace(0.0, 1.0, 200):
        at = jnp.asarray(t)
        total += float(at)  # fact: idle_trips float at
        total += float(jnp.asarray(unknown))
        total += float(jnp.asarray(t) * 2.0)
    return total
