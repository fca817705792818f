# not executed: nothing is rewritten
"""Whose function it is, is not known where a branch may have imported another module."""

import sys

import jax.numpy as np

if len(sys.argv) > 1:
    import numpy as np

    corner = np.reshape([0, 0, 0, 1.0], [1, 4])

    def shifted(frames):
        return np.concatenate([frames, np.reshape([0, 0, 0, 1.0], [1, 4])], 0)


def total(rows):
    return np.sum([row.sum() for row in rows])
