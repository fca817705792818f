import timeit

import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 4)),)


@jax.jit
def step(x):
    return jnp.tanh(x @ x)


def many(x):
    return timeit.timeit(lambda: jax.block_until_ready(step(x)), number=3)


def best(x):
    # The minimum is the least disturbed.
    return min(timeit.repeat(lambda: jax.block_until_ready(step(x)) + x, repeat=2, number=1))


def by_a_timer(x):
    timer = timeit.Timer(stmt=lambda: jax.block_until_ready(step(x)))
    return timer.timeit(2)


def of_a_function(x):
    def once():
        y = step(x)
        return y

    return timeit.timeit(once, number=2)


def run(x):
    many(x), best(x), by_a_timer(x), of_a_function(x)
    return step(x)
