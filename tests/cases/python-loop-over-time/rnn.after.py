"""A recurrent network, step by step."""

import jax
import jax.numpy as jnp


@jax.jit
def rnn_forward(params, h0, xs):
    h = h0

    def step(h, x):
        # A
        h = jnp.tanh(params["hh"] @ h + params["xh"] @ x + params["b"])  # B
        y = params["hy"] @ h
        # C
        return h, y

    h, ys = jax.lax.scan(step, h, xs)
    return h, ys  # (carry, output)


@jax.jit
def last_state(params, h, xs: jax.Array):
    def step(h, x):
        h = jnp.tanh(params["hh"] @ h + params["xh"] @ x)
        return h, None

    h, _ = jax.lax.scan(step, h, xs)
    return h


def run(params, h0, xs):
    return rnn_forward(params, h0, xs), last_state(params, h0, xs)


def inputs(key):
    k1, k2, k3, k4, k5 = jax.random.split(key, 5)
    params = {
        "hh": 0.3 * jax.random.normal(k1, (4, 4)),
        "xh": jax.random.normal(k2, (4, 3)),
        "hy": jax.random.normal(k3, (2, 4)),
        "b": jnp.ones((4,)),
    }
    return params, jax.random.normal(k4, (4,)), jax.random.normal(k5, (5, 3))
