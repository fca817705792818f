import collections
import itertools

import jax
import jax.numpy as jnp


def prefetch(iterator, size=2):
    queue = collections.deque()

    def enqueue(n):
        for item in itertools.islice(iterator, n):
            queue.append(jax.device_put(item))

    enqueue(size)
    while queue:
        yield queue.popleft()
        enqueue(1)


def _step(w, x):
    return w - 1e-3 * jax.grad(lambda w: jnp.mean((x @ w) ** 2))(w)


step = jax.jit(_step, donate_argnums=0)


def train(w, loader):
    for x in prefetch(iter(loader)):
        w = step(w, x)
    return w
