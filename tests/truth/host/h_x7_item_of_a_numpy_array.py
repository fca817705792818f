"""`.item()` of NumPy's arrays, in a file that imports JAX as well."""

import jax.numpy as jnp
import numpy as np


def position_ids(tokens, grids, lengths, start, image, audio):
    out = []
    at, seen, heard = 0, 0, 0
    while at < len(tokens):
        if tokens[at] == start and tokens[at + 1] == audio:
            length = ((lengths[heard] - 1) // 2 + 1).item()
            out.append(np.arange(length).reshape(1, -1).repeat(3, axis=0) + at)
            heard += 1
        elif tokens[at] == start and tokens[at + 1] == image:
            steps = grids[seen, 0].item()
            out.append(np.arange(steps, dtype=np.float32) * 1.0)
            seen += 1
        at += 1
    return jnp.asarray(np.concatenate(out))


def process(texts, images, sounds):
    grids = np.array([image.shape for image in images])
    lengths = np.array([len(sound) for sound in sounds])
    return position_ids(np.array(texts), grids, lengths, 1, 2, 3)
