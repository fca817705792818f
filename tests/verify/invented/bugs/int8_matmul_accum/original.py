"""Quantised linear layer.

``run(xq, wq, sx, sw)``: xq (N, K) and wq (K, M) are int8 in the whole range
[-127, 127].  The products are accumulated in int32 and the result is returned
in float32 as acc * sx * sw.
"""
import jax
import jax.numpy as jnp


def run(xq, wq, sx, sw):
    acc = jnp.dot(xq.astype(jnp.int32), wq.astype(jnp.int32))
    return acc.astype(jnp.float32) * sx * sw


def inputs(key):
    a, b = jax.random.split(key)
    xq = jax.random.randint(a, (3, 4), -4, 5).astype(jnp.int8)
    wq = jax.random.randint(b, (4, 2), -4, 5).astype(jnp.int8)
    return xq, wq, 0.05, 0.02
