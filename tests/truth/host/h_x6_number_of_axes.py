"""A test of `.ndim` and `.shape` waits for nothing; the arrays are what the loop is for."""

import jax
import numpy as np
from flax import jax_utils


class Features:
    def __init__(self, represent, size):
        self.repr_fn = jax.pmap(represent, axis_name="batch")
        self.size = size

    def collect(self, state, data, count):
        rows, labels_of = [], []
        for _ in range(1, int(np.ceil(count / self.size)) + 1):
            batch = next(data)
            features, labels, mask = self.repr_fn(state, batch)
            features = jax_utils.unreplicate(features)
            if features.ndim != 3:
                raise ValueError("three axes, please")
            if features.shape[-1] > 2048:
                print("many features", features.shape[-1])
            mask = np.array(jax_utils.unreplicate(mask)).astype(bool)
            rows.append(np.array(features)[mask])
            labels_of.append(np.array(jax_utils.unreplicate(labels))[mask])
        return np.concatenate(rows, axis=0), np.concatenate(labels_of, axis=0)
