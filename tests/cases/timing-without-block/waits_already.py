"""Something in the span waits for the device, or may do so unseen."""

import time

import jax
import numpy as np

square = jax.jit(lambda x: x @ x)


def waits(x):
    start = time.time()
    y = square(x).block_until_ready()
    return y, time.time() - start


def fetches(x):
    start = time.time()
    y = np.asarray(square(x))
    return y, time.time() - start


def hidden_in_a_helper(x, get_metrics):
    start = time.time()
    metrics = get_metrics(square(x))
    return metrics, time.time() - start


def throughput(x, steps, log):
    start = time.time()
    for step in range(steps):
        x = square(x)
        if step % 100 == 0:
            log(step / (time.time() - start))
    return x


def not_compiled(x):
    start = time.time()
    y = sorted(x)
    return y, time.time() - start


def dispatch_and_total(x):
    start = time.time()
    y = square(x)
    jax.block_until_ready(y)
    return time.time() - start


@jax.jit
def passed_on(x):
    return x


@jax.jit
def nothing(x):
    pass


def dispatch_alone(x, steps):
    start = time.time()
    for _ in range(steps):
        x = passed_on(x)
        nothing(x)
    return time.time() - start


class Shards:
    def __iter__(self):
        while True:
            yield self.ready.get()  # whatever puts it there may run on the device


def loads_data(x):
    start = time.time()
    for batch in Shards():
        x = square(batch)
    return time.time() - start


def goes_over_what_it_computed(x, parts):
    start = time.time()
    for part in parts(square(x)):
        x = square(part)
    return time.time() - start
