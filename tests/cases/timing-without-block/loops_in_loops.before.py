# not executed: only the clock's readings differ
import time

import jax
from torch.utils.data import DataLoader


@jax.jit
def square(x):
    return x @ x


def repeated(x, runs, times):
    start = time.perf_counter()
    for _ in range(runs):
        for _ in range(times):
            square(x)
    end = time.perf_counter()  # want: JOL407
    return (end - start) / runs / times


def kept(x, runs):
    y = x
    start = time.perf_counter()
    for _ in range(runs):
        for _ in range(3):
            y = square(y)
    took = time.perf_counter() - start  # want: JOL407
    return y, took


def waits_inside(x, runs, times):
    start = time.perf_counter()
    for _ in range(runs):
        for _ in range(times):
            y = square(x)
        y.block_until_ready()
    return time.perf_counter() - start


def goes_over_the_unknown(x, runs, loader):
    start = time.perf_counter()
    for _ in range(runs):
        for _ in loader:  # it was given nothing, so that it has nothing to wait for
            square(x)
    return time.perf_counter() - start  # want: JOL407


class Loader(DataLoader):
    def __init__(self, rows, size):
        super().__init__(rows, batch_size=size)


def goes_over_a_loader(x, rows):
    loader = Loader(rows, 8)
    start = time.perf_counter()
    for _ in loader:
        x = square(x)
    took = time.perf_counter() - start  # want: JOL407
    return x, took
