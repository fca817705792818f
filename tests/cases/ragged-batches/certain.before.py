# not executed: the fix is refused
import math

import jax
import jax.numpy as jnp


@jax.jit
def predict(params, x):
    return jnp.tanh(x @ params)


def rounded_up(params, xs, size):
    count = math.ceil(len(xs) / size)
    out = []
    for i in range(count):
        out.append(predict(params, xs[i * size : (i + 1) * size]))  # want: JOL108 "is smaller"
    return out


def rounded_up_in_integers(params, xs, size):
    count = (len(xs) + size - 1) // size
    return [predict(params, xs[i * size : i * size + size]) for i in range(count)]  # want: JOL108


def whatever_it_is_called(params, xs, size, pad_the_log):
    out = []
    for i in range(math.ceil(len(xs) / size)):
        out.append(predict(params, xs[i * size : (i + 1) * size]))  # want: JOL108 (warning)
        pad_the_log(out)
    return out
