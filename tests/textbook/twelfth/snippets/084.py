import functools

import jax
import jax.numpy as jnp
import numpy as np


def huber(r, delta=1.0):
    a = jnp.abs(r)
    return jnp.where(a < delta, 0.5 * r**2, delta * (a - 0.5 * delta))


@functools.partial(jax.jit, donate_argnums=(0,))
def step(w, x, y):
    def objective(w):
        return huber(x @ w - y).mean()

    return w - 0.1 * jax.grad(objective)(w)


def load(seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((50_000, 512), dtype=np.float32)
    y = x[:, 0] * 2.0 - x[:, 1]
    return x, y


def main():
    x, y = load(0)
    w = jnp.zeros((512,))
    for _ in range(1000):
        w = step(w, x, y)
    print(w[:4])


if __name__ == "__main__":
    main()
