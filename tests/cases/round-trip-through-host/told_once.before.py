# not executed: nothing of it is rewritten
"""One fetch, one finding: what goes back to the device, or is fetched piece by piece, waits as well."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def policy(params, obs):
    return jnp.tanh(obs @ params)


def until_clean(params, x):
    # It is asked on each turn whether to go on, and fetched besides.
    while True:
        x = policy(params, x).reshape(4, 4)
        places = jnp.argwhere(np.isnan(x))  # want: JOL411 "only to be handed back"
        if places.shape[0] == 0:
            return x


class Draws:
    def __init__(self, key):
        self.key = key

    def batch(self, n):
        out = []
        for _ in range(n):
            self.key, one = jax.random.split(self.key)
            out.append(jax.random.normal(one, (3,)))
        return np.array(out)  # another rule's: one array after the other


def fed(key, params, turns):
    source = Draws(key)
    for _ in range(turns):
        params = policy(params, source.batch(32))
    return params


def read_and_handed_back(params, batches, record):
    for batch in batches:
        out = np.asarray(policy(params, batch))
        record(out.max())
        params = params - jnp.mean(jnp.asarray(out))  # want: JOL411 (info)
    return params
