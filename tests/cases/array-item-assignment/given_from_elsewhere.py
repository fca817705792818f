"""Parameters that somebody gives an array of NumPy, or that others may call with one, and objects
with an `at` of their own."""

import jax.numpy as jnp
import numpy as np


def masked(scores):
    scores[0] = 0.0
    return scores


def given(scores):
    scores[0] = 0.0
    return scores


print(masked(jnp.zeros(3)), masked(np.zeros(3)))


class Table:
    def __init__(self):
        self.at = {}


def stored(table: Table):
    table.at[0] = 1.0
    made = Table()
    made.at[1] = 2.0
    return made
