import jax
import jax.numpy as jnp


def inputs(key):
    x = jnp.sort(jax.random.normal(key, (12,)))
    return (jnp.where(jnp.arange(12) % 3 == 1, jnp.nan, x),)


def run(x):
    """Replace each NaN by the last value before it; leading NaNs stay."""
    seen = jnp.where(jnp.isnan(x), -1, jnp.arange(x.shape[0]))
    source = jax.lax.cummax(seen)
    return jnp.where(source < 0, jnp.array(jnp.nan, x.dtype), x[jnp.maximum(source, 0)])
