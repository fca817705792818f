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


def in_blocks(features, n=10_000, block=50):
    gram = jnp.zeros((n, n))
    feats = jnp.asarray(features)
    for i in range(0, n, block):  # want: JOL201 (warning) "the whole of `gram`"
        gram = gram.at[i : i + block, :].set(feats[i : i + block] @ feats.T)
    return gram


def in_blocks_of_a_size(read, n, size):
    out = jnp.zeros(n)
    for start in range(0, n, size):  # want: JOL201 "the whole of `out`"
        out = out.at[start : start + size].set(read(start))
    return out


def slices(volume, clean):
    out = jnp.zeros_like(volume)
    for i, plane in enumerate([clean(part) for part in volume]):  # want: JOL201 (warning) "the whole of `out`"
        out = out.at[:, i, :].set(plane)
    return out


def entries(rotations, angles):
    for i, angle in enumerate(angles):  # want: JOL201 (info) "the whole of `rotations`"
        rotations = rotations.at[:, i, i].set(angle)
    return rotations


def marked(shape, columns):
    marks = jnp.zeros(shape)
    for i, row in enumerate(columns):  # want: JOL201 (info) "the whole of `marks`"
        marks = marks.at[i, jnp.arange(shape[1]), row].set(1)
    return marks


def confusion(labels: jnp.ndarray, predicted: jnp.ndarray, classes):
    counts = jnp.zeros((classes, classes), dtype=int)
    for i in range(len(labels)):  # want: JOL201 "the whole of `counts`"
        counts = counts.at[labels[i], predicted[i]].add(1)
    return counts
