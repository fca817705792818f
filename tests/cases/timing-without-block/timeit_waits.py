import timeit

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(x):
    return jnp.tanh(x @ x)


def blocked(x):
    return timeit.timeit(lambda: step(x).block_until_ready(), number=10)


def blocked_by_function(x):
    return timeit.Timer(stmt=lambda: jax.block_until_ready(step(x))).autorange()


def fetched(x):
    def once():
        y = step(x)
        return np.asarray(y)

    return min(timeit.repeat(once, repeat=3, number=10))


def of_text(x):
    return timeit.timeit("step(x)", globals={"step": step, "x": x}, number=10)


def of_the_host(x):
    y = np.asarray(step(x))
    return timeit.timeit(lambda: np.linalg.norm(y), number=10)


def of_what_is_not_seen(measured, x):
    step(x)
    return timeit.timeit(measured, number=10)
