# not executed: the fix is refused
import jax.numpy as jnp
import numpy as np


def cleaned(images: jnp.ndarray, clean):
    for row in range(images.shape[1]):  # want: JOL201 (warning) "the whole of `images`"
        worst = clean(np.asarray(images[:, row, :]))
        images = images.at[:, row, :].set(worst)
    return images


def joined(pieces, size):
    out = jnp.zeros((size, size))
    for i, piece in enumerate(pieces):  # want: JOL201 (info) "the whole of `out`"
        out = out.at[i, :].set(piece.read())
    return out


class Sensors:
    def __init__(self, positions):
        self.positions = positions

    def mask(self, shape):
        mask = jnp.zeros(shape)
        for i in range(len(self.positions[0])):  # want: JOL201 (info) "the whole of `mask`"
            mask = mask.at[self.positions[0][i], self.positions[1][i]].set(1)
        return mask > 0
