# not executed: nothing is rewritten
import multiprocessing
import os

import jax
import jax.numpy as jnp


def load(index):
    return index


def main():
    params = jax.random.normal(jax.random.key(0), (32,))
    context = multiprocessing.get_context("fork")  # want: JOL838 "fork"
    with context.Pool(2) as pool:
        return params, list(pool.imap(load, range(8)))


def default():
    x = jnp.ones(3)
    with multiprocessing.Pool(4) as pool:  # want: JOL838 "`Pool`, which forks"
        return pool.map(load, range(4)), x


def child():
    if jax.device_count() > 1:
        x = jnp.ones(3) + 1
        if os.fork() == 0:  # want: JOL838 "`os.fork`"
            return x
    return None
