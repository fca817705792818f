"""What a turn computes, read through helpers, containers and tests, and element by element."""

import jax
import jax.numpy as jnp
import numpy as np


def solved(a, b, tol):
    x = jnp.zeros_like(b)
    for _ in range(1000):
        r = b - a @ x
        x = x + 0.1 * r
        if jnp.linalg.norm(r) < tol:  # want: JOL402 (info)
            break
    return x


def numbers(metrics):
    return {name: float(value) for name, value in metrics.items()}  # want: JOL402 "`numbers`|calls"


class Trainer:
    def __init__(self, update):
        self.update = jax.jit(update)

    def fit(self, carry, batches):
        history = []
        for batch in batches:
            carry, metrics = self.update(carry, batch)
            kept = carry
            history.append(numbers({"loss": metrics}))
            carry = kept
        return carry, history


def rows(key, data, count):
    starts = jax.random.randint(key, (count,), 0, len(data))
    return np.stack([data[int(starts[i])] for i in range(count)])  # want: JOL402 "one element"


def names(key, table):
    out = []
    for place in jax.random.permutation(key, 500):
        out.append(table[int(place)])  # want: JOL402 "out of `jax.random.permutation"
    return out
