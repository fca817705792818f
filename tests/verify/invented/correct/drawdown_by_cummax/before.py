import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.exp(jnp.cumsum(0.1 * jax.random.normal(key, (50,)))),)


def run(price):
    """Greatest relative fall from an earlier peak (not differentiated)."""
    peak, worst = price[0], jnp.zeros((), price.dtype)
    for p in price[1:]:
        peak = jnp.maximum(peak, p)
        worst = jnp.maximum(worst, 1 - p / peak)
    return worst
