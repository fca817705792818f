"""Parts up to the counter, and arrays to which a turn adds."""

import jax
import jax.numpy as jnp


@jax.jit
def fit(points):
    return points.mean()


def prefixes(series, n):
    return [fit(series[:t]) for t in range(n)]  # fact: new_shapes series[:t] of fit


def windows(series, n, size):
    return [fit(series[t : t + size]) for t in range(n)]


def handed(points, new, n):
    for _ in range(n):
        fit(points)  # fact: new_shapes points of fit
        points = jnp.concatenate([points, new])
    return points


def alone(points, new, n):
    for _ in range(n):
        points = jnp.concatenate([points, new])  # fact: new_shapes points grows
    return points
