"""The array was fetched a few lines above: it is NumPy's."""

import jax
import jax.numpy as jnp
import numpy as np


def _digest(x):
    if jnp.isdtype(x, "real floating"):
        x = x.astype(jnp.float32)
    x = np.asarray(x)
    x = x[0, 0, ...].reshape(-1)
    if len(x) < 10:
        return x
    x = x[x > -1e10]
    if len(x) > 0:
        return x.min().item(), x.mean().item(), x.max().item()
    return x


def show(tree):
    for name, value in jax.tree.map(lambda leaf: _digest(leaf), tree).items():
        print(name, value)
