"""Sound rewrite: the two halves of an LSTM carry change places."""

import jax
import jax.numpy as jnp


def cell(w, h, c, x):
    z = jnp.tanh(x @ w + h)
    c = jax.nn.sigmoid(z) * c + z
    return jnp.tanh(c) * jax.nn.sigmoid(x @ w), c


@jax.jit
def f(w, xs):
    def step(carry, x):
        h, c = carry
        return cell(w, h, c, x), None

    return jax.lax.scan(step, (jnp.zeros(3), jnp.ones(3)), xs)[0]
