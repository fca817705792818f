# not executed: every marked line raises or waits for ever
import functools

import jax
import jax.numpy as jnp
from jax import lax

N = 4
RING = [(i, (i + 1) % N) for i in range(N)]


@functools.partial(jax.pmap, axis_name="x")
def collected(x):
    y = lax.ppermute(x, "x", [(i, 0) for i in range(jax.device_count())])  # want: JOL608 "device 0 is the target of two pairs"
    z = jax.lax.ppermute(x, axis_name="x", perm=[(0, 1), (0, 2)])  # want: JOL608 "device 0 is the source of two pairs"
    return y + z


def spread_all(x, n):
    return lax.ppermute(x, "x", perm=[(0, j) for j in range(n)])  # want: JOL608 "source"


def shuffled(x):
    return lax.pshuffle(x, "x", [1, 2, 3, 3])  # want: JOL608 "no permutation"


def ring_of_sends(x):
    token = lax.psend(x, "x", RING)  # want: JOL608 "0 -> 1 -> 2 -> 3 -> 0 of this `psend` wait for each other"
    return lax.precv(token, jax.ShapeDtypeStruct(x.shape, x.dtype), axis_name="x", perm=RING)  # want: JOL608


def to_itself(x):
    return lax.psend(x, "x", perm=[(0, 0)])  # want: JOL608 "0 -> 0"


def one_way(x):
    token = lax.psend(x, "x", perm=[(0, 1), (2, 3)])  # want: JOL608 "no `precv` in this file"
    return jnp.sum(x), token
