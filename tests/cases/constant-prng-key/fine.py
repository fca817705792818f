# Keys of a fixed seed that are made once, or that are meant to give the same each time.
import time

import jax
import jax.numpy as jnp
from flax import linen as nn
from jax import random

KEY = random.key(0)


def train(x, steps, seed):
    key = random.key(seed)
    for step in range(steps):
        x = x + random.normal(random.fold_in(key, step), x.shape)
    return x


def carried(x, steps):
    key = random.key(0)
    for _ in range(steps):
        key, draw = random.split(key)
        x = x + random.normal(draw, x.shape)
    return x


def folded_each_turn(x, steps):
    for step in range(steps):
        key = random.fold_in(random.key(0), step)
        x = x + random.normal(key, x.shape)
    return x


def seeds(make, run):
    out = []
    for seed in range(5):
        key = random.key(seed)
        out.append(run(make(random.normal(key, (3,)))))
    return out


def settings(rates, fit):
    """Each setting is tried on the same numbers."""
    out = {}
    for rate in rates:
        key = random.key(0)
        out[rate] = fit(random.normal(key, (3,)), rate)
    return out


def ensemble(n):
    return [random.normal(random.key(i), (3,)) for i in range(n)]


@jax.jit
def table():
    return random.normal(random.key(0), (5, 3))


@jax.jit
def seeded(x, seed):
    return x + random.normal(random.key(seed), x.shape)


def timed(f, sizes):
    for size in sizes:
        x = random.normal(random.key(0), (size,))
        start = time.perf_counter()
        f(x).block_until_ready()
        print(time.perf_counter() - start)


def first_only(x, steps):
    key = None
    for _ in range(steps):
        if key is None:
            key = random.key(0)
        key, draw = random.split(key)
        x = x + random.normal(draw, x.shape)
    return x


def main():
    x = random.normal(KEY, (3,))
    print(jnp.sum(x))


if __name__ == "__main__":
    main()


network = nn.Dropout(0.5)


@jax.jit
def evaluated(params, total, x):
    # Dropout is off, and nothing is drawn from the stream.
    return total + network.apply(params, x, False, rngs={"dropout": jax.random.key(0)}).sum()


def evaluation(params, batches):
    total = 0.0
    for x in batches:
        total = evaluated(params, total, x)
    return total
