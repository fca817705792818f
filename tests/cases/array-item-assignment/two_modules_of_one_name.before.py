# not executed: the originals raise
"""The import that holds where an array is made says whose it is."""

import numpy as np

sizes = np.zeros(3)
sizes[0] = 1.0


def either(n):
    made = np.zeros(n)
    made[0] = 1.0
    return made


import jax.numpy as np

sheet = np.zeros((8, 8))
sheet[0, :4] = 1.0  # want: JOL709 "`sheet`"


def later(n):
    made = np.zeros(n)
    made[0] = 1.0  # want: JOL709 "`made`"
    return made
