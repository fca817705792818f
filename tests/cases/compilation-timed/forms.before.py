import time
from time import perf_counter

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def smooth(x):
    return jnp.convolve(x, jnp.ones(5) / 5, mode="same")


def product(x):
    return x @ x.T


def speed_up(x):
    begun = time.time()
    np.dot(x, x.T)
    plain = time.time() - begun
    compiled = jax.jit(product)
    on_device = jax.block_until_ready(jnp.asarray(x))
    begun = time.time()
    compiled(on_device).block_until_ready()  # want: JOL410 warning "the clock measures the first call of `compiled`"
    return plain / (time.time() - begun)


def shown(x):
    t0 = perf_counter()
    y = jax.block_until_ready(smooth(x))  # want: JOL410 info "`smooth`"
    t1 = perf_counter()
    print(f"{(t1 - t0) * 1e3:.1f} ms")
    return y


def measured(n):
    x = jnp.ones((n, n))
    f = jax.jit(lambda x: jnp.sin(x) @ x)
    t0 = perf_counter()
    f(x).block_until_ready()  # want: JOL410 warning
    return perf_counter() - t0


@jax.jit
def relaxed(x):
    return jax.lax.fori_loop(0, 100_000, lambda i, x: jnp.sin(x), x)


def turns_a_second(x):
    t0 = perf_counter()
    relaxed(x).block_until_ready()  # want: JOL410 info "and with it how long"
    return 100_000 / (perf_counter() - t0)


def run(x):
    return shown(x)


def inputs(key):
    return (jax.random.normal(key, (50,)),)
