"""Maps over trees for what they do, lists that are sorted, optimizers that change themselves."""

import jax
import numpy as np


def shown(params, log):
    jax.tree.map(lambda p: print(p.shape), params)
    jax.tree.map(lambda p: log.append(p), params)
    names = list(log)
    names.sort()
    rows = np.arange(3)
    rows.sort()
    return names, rows


def keras(optimizer, grads, variables):
    optimizer.apply_gradients(zip(grads, variables))
