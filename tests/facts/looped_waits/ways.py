"""How a value gets from the device to the host, by names, helpers, objects and containers."""

import jax
import jax.numpy as jnp
import numpy as np


def converged(a, tol):
    x = jnp.zeros(4)
    for _ in range(100):
        r = a @ x - 1
        x = x - 0.1 * r
        if jnp.linalg.norm(r) < tol:  # fact: looped_waits if jnp.linalg.norm(r) < tol
            break
    return x


def until(x, step):
    error = jnp.inf
    while error > 1e-3:  # fact: looped_waits while error > 1e-3
        x, error = jnp.tanh(x), jnp.max(jnp.abs(x))
    return x


def note(metrics):
    return {k: float(v) for k, v in metrics.items()}  # fact: looped_waits float v


class Trainer:
    def __init__(self, update):
        self.update = jax.jit(update)
        self.history = []

    def fit(self, state, batches):
        for batch in batches:
            state, metrics = self.update(state, batch)
            self.history.append(note(metrics))
        return state

    def packed(self, state, batches):
        carry = (state, {})
        for batch in batches:
            carry = self.update(carry[0], batch)
            new, metrics = carry
            if metrics["done"]:
                print(f"{metrics['loss']}")  # fact: looped_waits format metrics['loss']
        return carry


def elements(key, data, size):
    starts = jax.random.randint(key, (size,), 0, len(data))
    rows = [data[int(starts[i])] for i in range(size)]  # fact: looped_waits int starts[i]
    kept = []
    for start in starts:
        kept.append(start.item())  # fact: looped_waits item start
    buffer = np.zeros((size, 3))
    for i in range(size):
        buffer[i] = jnp.ones(3) * i  # fact: looped_waits numpy.ndarray.__setitem__ buffer[i]
    return rows, kept, buffer


total = jnp.zeros(())
for i in range(50):
    total = total + i
    print(total)  # fact: looped_waits print total
