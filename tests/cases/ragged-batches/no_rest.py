import jax
import jax.numpy as jnp
import numpy as np

BATCH = 25


@jax.jit
def predict(params, x):
    return jnp.tanh(x @ params)


def divides(params):
    xs = jnp.ones((100, 4))
    return [predict(params, xs[i : i + BATCH]) for i in range(0, len(xs), BATCH)]


def asserted(params, xs, size):
    assert len(xs) % size == 0
    return [predict(params, xs[i : i + size]) for i in range(0, len(xs), size)]


def cut_off(params, xs, size):
    n = len(xs) // size * size
    return [predict(params, xs[i : i + size]) for i in range(0, n, size)]


def trimmed(params, xs, size):
    xs = xs[: len(xs) - len(xs) % size]
    return [predict(params, xs[i : i + size]) for i in range(0, len(xs), size)]


def whole_ones_only(params, xs, size):
    return [predict(params, xs[i : i + size]) for i in range(0, len(xs) - size + 1, size)]


def counted(params, xs, size):
    count = len(xs) // size
    return [predict(params, xs[i * size : (i + 1) * size]) for i in range(count)]


def left_out(params, xs, size):
    out = []
    for i in range(0, len(xs), size):
        batch = xs[i : i + size]
        if len(batch) < size:
            break
        out.append(predict(params, batch))
    return out


def padded(params, xs, size):
    out = []
    for i in range(0, len(xs), size):
        batch = xs[i : i + size]
        batch = np.pad(batch, ((0, size - len(batch)), (0, 0)))
        out.append(predict(params, batch))
    return out


def one_by_one(params, xs):
    return [predict(params, xs[i : i + 1]) for i in range(0, len(xs), 1)]


def of_so_many(params, xs, size, count):
    return [predict(params, xs[i : i + size]) for i in range(0, size * count, size)]


def of_whole_arrays(params, xs, size):
    out = []
    for i in range(0, len(xs), size):
        whole = xs[()]
        out.append(predict(params, whole) + i)
    return out
