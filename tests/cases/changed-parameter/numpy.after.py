# not executed: the keywords are gone
import functools

import jax
import jax.numpy as jnp
from jax.numpy import clip


def bounded(x, f, shapes):
    low = jnp.clip(x, min=0.0)
    high = clip(x, min=0.0, max=1.0)
    cut = functools.partial(jnp.clip, max=3.0)(x)
    flat = jnp.reshape(x, shape=(-1,))
    order = jnp.argsort(x, axis=0)
    half = jnp.quantile(x, 0.5, method="nearest")
    chosen = jnp.where(x > 0, low, high)
    swapped = jnp.where(y=high, condition=x > 0, x=low)
    called = jax.pure_callback(f, x, x, vmap_method='legacy_vectorized')
    other = jax.pure_callback(f, x, x, vectorized=shapes)
    mesh = jax.make_mesh((4, 2), axis_names=("X", "Y"), axis_types=(jax.sharding.AxisType.Auto, jax.sharding.AxisType.Auto))
    again = jax.checkpoint(f)
    fixed = jax.checkpoint(f, concrete=True)
    # B
    return cut, flat, order, half, chosen, swapped, called, other, mesh, again, fixed
