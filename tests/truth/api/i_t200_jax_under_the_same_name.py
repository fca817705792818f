"""The other way about: what was NumPy at the top is JAX further down."""

import numpy as np

sizes = np.zeros(3)
sizes[0] = 1.0

import jax.numpy as np

sheet = np.zeros((8, 8))
for row in range(0, 8, 4):
    sheet[row : row + 4, :4] = 1.0  # want: JOL709
