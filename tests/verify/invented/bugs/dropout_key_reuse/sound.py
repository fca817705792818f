"""Two-layer MLP with inverted dropout in training mode.

``run(params, x, key, rate)``: ``key`` is split in two; the first half drives
the dropout on the input, the second the dropout on the hidden layer, so that
the two masks are independent.  Kept units are scaled by 1 / (1 - rate).
"""
import jax
import jax.numpy as jnp


def _layer(x, key, rate, w, b):
    keep = jax.random.bernoulli(key, 1.0 - rate, x.shape)
    return jnp.where(keep, x / (1.0 - rate), 0.0) @ w + b


@jax.jit
def run(params, x, key, rate=0.5):
    keys = jax.random.split(key)
    h = jax.nn.relu(_layer(x, keys[0], rate, params["w1"], params["b1"]))
    return _layer(h, keys[1], rate, params["w2"], params["b2"])


def inputs(key):
    k = jax.random.split(key, 4)
    params = {"w1": jax.random.normal(k[0], (8, 8)) * 0.3, "b1": jnp.ones(8) * 0.1,
              "w2": jax.random.normal(k[1], (8, 2)) * 0.3, "b2": jnp.zeros(2)}
    return params, jax.random.normal(k[2], (4, 8)), k[3], 0.5
