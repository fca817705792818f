# not executed: nothing is rewritten
"""An array of NumPy is indexed with the numbers of a row of JAX, each of which is fetched."""

import jax.numpy as jnp
import numpy as np


def spectrum(weights, sizes):
    found = np.zeros((8, 8))
    places = jnp.asarray(sizes)
    for place, weight in zip(places, weights):
        found[tuple(place)] = weight  # want: JOL413 "one after the other"
    return found


# All places are fetched at once.
def at_once(weights, sizes):
    found = np.zeros((8, 8))
    places = np.asarray(jnp.sort(jnp.asarray(sizes)))
    for place, weight in zip(places, weights):
        found[tuple(place)] = weight
    return found


# The places are numbers of the host.
def of_the_host(weights, sizes):
    found = np.zeros((8, 8))
    for place, weight in zip(sizes, jnp.tanh(weights)):
        found[int(place[0]), 1] += 1.0
    return found
