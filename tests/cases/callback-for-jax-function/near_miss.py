"""Callbacks that need the host: other libraries, 64 bits, shapes by values, files, loops, state."""

import jax
import jax.numpy as jnp
import numpy as np
import scipy.special

TABLE = np.load("table.npy", mmap_mode="r")
seen = []


def bessel(x):
    return scipy.special.jv(0, np.asarray(x)).astype(np.float32)


def wide(x):
    return np.cumsum(np.asarray(x, dtype=np.float64)).astype(np.float32)


def widened(x):
    return np.sum(x.astype("float64")).astype(np.float32)


def masked(x):
    return np.sum(x[x > 0])


def distinct(x):
    return np.unique(x).size


def spectrum(x):
    return np.linalg.eigvals(x)


def steps(x):
    total = 0.0
    for one in x:
        total += np.sin(one)
    return total


def looked_up(rows):
    return TABLE[rows]


def noted(x):
    seen.append(x)
    return np.sin(x)


def plain(x):
    return np.asarray(x)


def called(x, rows):
    kind = jax.ShapeDtypeStruct((), jnp.float32)
    out = [jax.pure_callback(f, kind, x) for f in (bessel, wide)]
    out.append(jax.pure_callback(bessel, kind, x))
    out.append(jax.pure_callback(wide, kind, x))
    out.append(jax.pure_callback(widened, kind, x))
    out.append(jax.pure_callback(masked, kind, x))
    out.append(jax.pure_callback(distinct, kind, x))
    out.append(jax.pure_callback(spectrum, kind, x))
    out.append(jax.pure_callback(steps, kind, x))
    out.append(jax.pure_callback(looked_up, kind, rows))
    out.append(jax.pure_callback(noted, kind, x))
    out.append(jax.pure_callback(plain, kind, x))
    out.append(jax.experimental.io_callback(bessel, kind, x))
    return out
