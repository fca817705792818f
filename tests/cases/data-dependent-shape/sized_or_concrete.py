import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def sized(x, n_labels=3):
    first = jnp.nonzero(x, size=4, fill_value=0)
    chosen = jnp.where(x > 0, x, 0)
    counts = jnp.bincount(x.astype(int), length=8)
    return first, chosen, counts, jnp.repeat(x, 2), jnp.repeat(x, n_labels, axis=0)


@jax.jit
def indexes(x, i):
    return x[i], x[i + 1 :], x[None, :, i]


def eager(x):
    x = x[x > 0]
    return jnp.unique(x), jnp.nonzero(x)


class Strategy:
    def __init__(self, weights):
        self.mask = weights > 0
        self.weights = weights[self.mask]


@jax.jit
def constants(x):
    keep = np.arange(8) % 2 == 0
    return x[keep]


@jax.jit
def at_trace_time(x):
    with jax.ensure_compile_time_eval():
        places = jnp.nonzero(jnp.arange(4) % 2)
    return x[places]


@jax.jit
def logged(x):
    def show(value):
        value = np.asarray(value)
        print(value[value > 0])

    jax.debug.callback(show, x)
    return x


def fetched(step, state, batch):
    out = np.asarray(step(state, batch))
    return out[out > 0]
