import jax
import jax.numpy as jnp


def inputs(key):
    x = jnp.sort(jax.random.normal(key, (12,)))
    return (jnp.where(jnp.arange(12) % 3 == 1, jnp.nan, x),)


def run(x):
    """Replace each NaN by the last value before it; leading NaNs stay."""

    def step(last, v):
        v = jnp.where(jnp.isnan(v), last, v)
        return v, v

    return jax.lax.scan(step, jnp.array(jnp.nan, x.dtype), x)[1]
