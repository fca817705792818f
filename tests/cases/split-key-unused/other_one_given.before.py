# not executed: there is no fix
import jax

from data import sample, start


def train(key, steps):
    params = None
    for _ in range(steps):
        key, subkey = jax.random.split(key)
        batch = sample(8, rng=key)  # want: JOL865 "`sample` is given `key`, which is split on the next turn, and nothing uses `subkey`"
        params = batch
    return params


def prepare(rng):
    init_key, rng = jax.random.split(rng)
    state = start(rng, (8, 8))  # want: JOL865 "which is split again .line 20., and nothing uses `init_key`"
    del init_key
    rng, shuffle_key = jax.random.split(rng)
    return state, jax.random.permutation(shuffle_key, 8), rng
