"""Truncated normal samples by rejection.

``run(keys, lo, hi)``: for each key, k = key; repeat k, sub = split(k),
z = normal(sub) until lo <= z <= hi.  The first accepted z is returned, one for
each key.
"""
import jax
import jax.numpy as jnp


def run(keys, lo=-0.5, hi=1.0):
    out = []
    for k in keys:
        while True:
            k, sub = jax.random.split(k)
            z = jax.random.normal(sub)
            if lo <= z <= hi:
                break
        out.append(z)
    return jnp.stack(out)


def inputs(key):
    return jax.random.split(key, 4), -0.5, 1.0
