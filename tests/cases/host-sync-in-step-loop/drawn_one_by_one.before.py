# not executed: it opens and draws pictures
"""Elements that are taken out one by one, beside work of the host that takes far longer."""

import jax
import jax.numpy as jnp
import numpy as np
from PIL import Image


class Pictures:
    def __init__(self, paths):
        self.paths = paths

    def __getitem__(self, index):
        return np.asarray(Image.open(self.paths[index]).resize((64, 64)))

    def batches(self, key, epochs, size):
        for sub in jax.random.split(key, epochs):
            pictures = []
            for index in jax.random.choice(sub, len(self.paths), (size,)):
                pictures.append(self[int(index)])  # want: JOL402 (info)
            yield np.stack(pictures)


class Rows:
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        return self.rows[index]

    def batches(self, key, epochs, size):
        for sub in jax.random.split(key, epochs):
            picked = jax.random.choice(sub, len(self.rows), (size,))
            yield jnp.stack([self.rows[int(i)] for i in picked])  # want: JOL402 (warning)
