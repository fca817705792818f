import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.key(3), jnp.linspace(0.0, 1.0, 5))


def run(key, x):
    """`x` with noise from a typed key of any kind (threefry, rbg)."""
    raw = jax.random.key_data(key)
    again = jax.random.wrap_key_data(raw, impl=jax.random.key_impl(key))
    first, second = jax.random.split(again)
    return x + jax.random.normal(first, x.shape) * jax.random.uniform(second, x.shape)
