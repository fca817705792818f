from typing import NamedTuple
import jax
import jax.numpy as jnp


class Carry(NamedTuple):
    h: jax.Array
    c: jax.Array


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return Carry(jax.random.normal(a, (3,)), jax.random.normal(b, (3,))), jax.random.normal(c, (5, 3))


def run(state, xs):
    def body(s, x):
        h, c = s
        c = (0.5 * c + jnp.tanh(x)).astype(c.dtype)
        return ((jnp.tanh(c) * jax.nn.sigmoid(x + h)).astype(h.dtype), c), None
    h, c = state
    return jax.lax.scan(body, (h, c), xs)[0]
