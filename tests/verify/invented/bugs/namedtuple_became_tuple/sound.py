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
        c = (0.5 * s.c + jnp.tanh(x)).astype(s.c.dtype)
        return Carry((jnp.tanh(c) * jax.nn.sigmoid(x + s.h)).astype(s.h.dtype), c), None
    return jax.lax.scan(body, state, xs)[0]
