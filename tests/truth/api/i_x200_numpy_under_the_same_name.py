"""An export script: one name is NumPy in a branch and at the end, and JAX in between."""

import sys

import jax.numpy as np

if len(sys.argv) > 1:
    import numpy as np

    def shifted(frames):
        moved = frames.copy()
        corner = np.reshape([0, 0, 0, 1.0], [1, 4])
        moved[:, :3] = np.concatenate([frames[:, :3], corner[:, :3]], 0)
        return moved

    import jax.numpy as np


def rendered(rays):
    return np.tanh(np.sum(rays, axis=-1))


image = rendered(np.ones((4, 4, 3)))

import numpy as np

sheet = np.zeros((8, 8))
for row in range(0, 8, 4):
    sheet[row : row + 4, :4] = image
print(np.mean([sheet.sum(), 1.0]))
