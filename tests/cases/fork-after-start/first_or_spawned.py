"""Processes that are made before JAX runs."""

import multiprocessing
import os

import jax.numpy as jnp


def load(index):
    return jnp.ones(3) * index


def first():
    with multiprocessing.Pool(4) as pool:
        rows = pool.map(load, range(4))
    return jnp.stack(rows)


def child():
    return os.fork()


def elsewhere(x):
    with multiprocessing.Pool(4) as pool:
        return pool.map(load, x)
