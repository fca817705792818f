"""The same keywords of other libraries, by position, and in shims."""

import haliax as hax
import jax
import jax.numpy as jnp
import numpy as np


def use(x, module, config):
    a = np.clip(x, a_min=0.0, a_max=1.0)
    b = jnp.clip(x, 0.0, 1.0)
    c = np.reshape(x, newshape=(-1,))
    d = jnp.reshape(x, (-1,))
    e = hax.named_jit(lambda t: t, in_axis_resources=config)(x)
    f = module.clip(x, a_min=0.0)
    g = jnp.where(x > 0, x, 0)
    h = np.argsort(x, kind="stable")
    i = jnp.linalg.pinv(x, rcond=1e-6)
    if jax.__version_info__ < (0, 4, 27):
        b = jnp.clip(x, a_min=0.0)
    return a, b, c, d, e, f, g, h, i
