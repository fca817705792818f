# A few copies, few steps, and lengths that nothing shows.
import jax
import jax.numpy as jnp


def body(h, x):
    return 0.9 * h + x, h


def a_few_copies(h):
    return jax.lax.scan(body, h, jnp.arange(4096), unroll=8)


def few_steps(h, layers=12):
    return jax.lax.scan(body, h, jnp.zeros((layers, 4)), unroll=True)


def of_any_length(h, xs):
    return jax.lax.scan(body, h, xs, unroll=True)


def on_request(h, unroll=False):
    return jax.lax.scan(body, h, jnp.arange(4096), unroll=unroll)


def not_at_all(h):
    return jax.lax.scan(body, h, jnp.arange(4096), unroll=False)


def short_after_all(h):
    return jax.lax.scan(body, h, jnp.arange(4), unroll=256)


def from_afar(h):
    return jax.lax.scan(body, h, jnp.arange(4090, 4096), unroll=True)
