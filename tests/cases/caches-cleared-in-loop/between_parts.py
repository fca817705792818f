"""Between parts that share nothing, or where each turn compiles programs of its own."""

import gc
import time

import jax
import jax.numpy as jnp


@jax.jit
def first(x):
    return jnp.sin(x)


@jax.jit
def second(x):
    return jnp.cos(x)


def both(x):
    y = first(x)
    jax.clear_caches()
    return second(y)


def sizes(largest):
    for n in range(1, largest):
        compiled = jax.jit(lambda x, n=n: jnp.tile(x, n))
        print(n, compiled(jnp.ones(3)).shape)
        jax.clear_caches()


def twice(x):
    for function in (first, second):
        x = function(x)
        jax.clear_caches()
    return x


def score(table, weights):
    centred = table - jnp.mean(table, axis=0)
    scaled = centred / jnp.std(centred)
    fitted = jnp.linalg.lstsq(scaled, weights)[0]
    return jnp.sum(jnp.abs(fitted)), jnp.max(jnp.tanh(fitted))


def benchmark(tables, weights):
    # How long the first call takes is what is asked.
    for table in tables:
        start = time.perf_counter()
        print(score(jnp.asarray(table), weights))
        print(time.perf_counter() - start)
        jax.clear_caches()


def sweep(settings, weights):
    # Programs of one setting are of no use to the next one.
    for setting in settings:
        try:
            print(score(jnp.asarray(setting), weights))
        finally:
            jax.clear_caches()
            gc.collect()


def of_its_own(sizes, weights):
    for size in sizes:
        run = jax.jit(lambda table, size=size: score(table * size, weights))
        print(score(jnp.ones((size, 3)), weights), run(jnp.ones((size, 3))))
        jax.clear_caches()


def written(weights):
    names = ["small", "large", "huge"]
    for name in names:
        print(score(jnp.asarray(load(name)), weights))
        jax.clear_caches()


def load(name):
    with open(name) as file:
        return [[float(x) for x in line.split()] for line in file]
