"""Branches that a flag closes while the function is traced, and values beside a gradient."""

import jax
import jax.numpy as jnp
import numpy as np

DEBUG = False


def shown(x, debug=False):
    if debug:
        print(float(x.sum()), np.asarray(x))
    return 2 * x


fast = jax.jit(shown)


@jax.jit
def closed(x):
    if DEBUG:
        print(float(x.sum()))
    return 2 * x


@jax.jit
def otherwise(x, *, compiled=True):
    if compiled:
        return 2 * x
    return x * float(x.sum()) if not compiled else x


def loss(params, batch, steps):
    scale = np.sqrt(batch) * float(steps)
    frozen = jax.lax.stop_gradient(params)
    worst = int(jnp.argmax(params))
    positive = bool(params[0] > 0)
    return jnp.sum(params[worst] * scale * np.asarray(frozen)) * params[0].item() * positive


def gradient(params, batch):
    return jax.grad(loss)(params, batch, 3)
