import jax.numpy as jnp
import numpy as np


def run(n, thing):
    a = jnp.ones((n, 3))  # fact: arrays array
    b = a[0]  # fact: arrays array
    c = [1, 2, 3]  # fact: arrays no array
    d = a + 1  # fact: arrays array
    e = thing
    f = thing.rows()
    g = {}  # fact: arrays no array
    return a, b, c, d, e, f, g
