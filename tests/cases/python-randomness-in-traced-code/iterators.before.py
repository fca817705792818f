# not executed: the iterators run dry
import jax
import jax.numpy as jnp
from jax import lax


def fit(w, batches, steps):
    it = iter(batches)

    def body(w, _):
        x, y = next(it)  # want: JOL801 "every step gets the same one"
        return w - 0.1 * jax.grad(lambda v: jnp.mean((x @ v - y) ** 2))(w), None

    return lax.scan(body, w, None, length=steps)[0]


def rows(path):
    with open(path) as lines:
        for line in lines:
            yield jnp.array([float(part) for part in line.split()])


def mean_of_rows(path, count):
    source = rows(path)
    total = lax.fori_loop(0, count, lambda i, t: t + next(source), jnp.zeros(3))  # want: JOL801
    return total / count


class Trainer:
    def __init__(self, loader):
        self.loader = loader

    def train(self, params, steps):
        source = enumerate(self.loader)

        @jax.jit
        def step(params):
            _, x = next(source)  # want: JOL801 "every call of the compiled code"
            return params - 0.1 * jax.grad(lambda p: jnp.sum((x @ p) ** 2))(params)

        for _ in range(steps):
            params = step(params)
        return params


def sample(kernel, state, source, keys):
    batches = iter(source)

    @jax.jit
    def one(state, key):
        batch = next(batches)  # want: JOL801 "every step gets the same one"
        return kernel(key, state, batch), None

    return lax.scan(one, state, keys)[0]
