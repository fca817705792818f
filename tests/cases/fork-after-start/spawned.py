"""Processes that begin anew."""

import multiprocessing

import jax.numpy as jnp


def load(index):
    return index


def spawned():
    x = jnp.ones(3)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        return pool.map(load, range(4)), x


def by_default():
    multiprocessing.set_start_method("forkserver")
    x = jnp.ones(3)
    with multiprocessing.Pool(2) as pool:
        return pool.map(load, range(4)), x
