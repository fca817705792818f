import time

import jax


@jax.jit
def step(x):
    return x * x


def early(x):
    start = time.perf_counter()
    y = step(x)
    print(time.perf_counter() - start)  # fact: unfinished step
    return y


def right(x):
    start = time.perf_counter()
    y = step(x).block_until_ready()
    print(time.perf_counter() - start)
    return y
