import collections
import itertools

import jax
import jax.numpy as jnp
import numpy as np


def prefetch(iterator, size=2):
    queue = collections.deque()

    def enqueue(n):
        for item in itertools.islice(iterator, n):
            queue.append(jax.device_put(item))

    enqueue(size)
    while queue:
        yield queue.popleft()
        enqueue(1)


@jax.jit(donate_argnums=0)
def update(w, batch):
    return w - 0.1 * jax.grad(lambda w: jnp.mean((batch["x"] @ w - batch["y"]) ** 2))(w)


def batches(n, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        yield {"x": rng.normal(size=(32, 8)).astype(np.float32), "y": np.ones(32, np.float32)}


def main(steps=1000):
    w = jnp.zeros(8)
    for batch in prefetch(batches(steps)):
        w = update(w, batch)
    print(w)


if __name__ == "__main__":
    main()
