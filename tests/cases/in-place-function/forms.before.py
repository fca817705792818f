# not executed: the originals raise
import random

import jax
import jax.numpy as jnp
import numpy as np

rng = np.random.default_rng(0)


def without_self(scores):
    weights = jnp.exp(scores)
    return jnp.fill_diagonal(weights, 0.0)  # want: JOL715 "is to work in place unless"


def written(i):
    out = jnp.zeros(5)
    out = jnp.put(out, i, 1.0)  # want: JOL715
    np.put(out, [0], 2.0)  # want: JOL715 "`np.put` changes `out` in place"
    return out


def counted(labels):
    counts = jnp.zeros(10)
    np.add.at(counts, labels, 1)  # want: JOL715 "np.add.at"
    return counts


def order(n):
    rows = jnp.arange(n)
    rng.shuffle(rows)  # want: JOL715 "rng.shuffle"
    random.shuffle(rows)  # want: JOL715
    return rows


@jax.jit
def step(x):
    y = jnp.sin(x)
    np.fill_diagonal(y, 0.0)  # want: JOL715
    return y
