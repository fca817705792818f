"""Observation whitening on the host.

``run(obs, mean, std)`` takes float32 NumPy arrays and returns the jax array
(obs - mean) / (std + 1e-8).  The arguments are left unchanged.
"""
import jax
import jax.numpy as jnp
import numpy as np


def run(obs, mean, std):
    out = (obs - mean) / (std + 1e-8)
    return jnp.asarray(out)


def inputs(key):
    a, b = jax.random.split(key)
    obs = np.array(jax.random.normal(a, (4, 3)))
    return obs, np.array(jax.random.normal(b, (3,))), np.full(3, 2.0, np.float32)
