"""Between the readings the result is waited for, or the end is another reading."""

import time

import jax

square = jax.jit(lambda x: x @ x)


def waited(x):
    start = time.time()
    y = square(x)
    jax.block_until_ready(y)
    end = time.time()
    return y, end - start


def read_again(x):
    start = time.time()
    y = square(x)
    end = time.time()
    end = len(y)
    return y, end - start


def waited_in_front(x, read):
    start = time.time()
    first = jax.block_until_ready(read(x))
    y = square(x)
    return y, first, time.time() - start


def unseen_behind(x, log):
    start = time.time()
    y = square(x)
    log(y)
    end = time.time()
    return y, end - start
