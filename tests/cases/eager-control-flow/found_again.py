"""Functions that JAX finds again, code that is compiled as a whole, and loops of a few turns."""

import functools

import jax
import jax.numpy as jnp


def add(total, x):
    return total + x, total


def of_the_module(rows):
    for row in rows:
        total, _ = jax.lax.scan(add, jnp.zeros(()), jnp.asarray(row))
        print(float(total))


def made_once(rows, gamma):
    def step(total, x):
        return gamma * total + x, total

    for row in rows:
        total, _ = jax.lax.scan(step, jnp.zeros(()), jnp.asarray(row))
        print(float(total))


@jax.jit
def compiled(row, gamma):
    def step(total, x):
        return gamma * total + x, total

    return jax.lax.scan(step, jnp.zeros(()), row)[0]


def of_a_compiled_one(rows):
    for row in rows:
        print(float(compiled(row, 0.9)))


@jax.jit
def unrolled(row):
    for _ in range(64):
        row = jax.lax.map(lambda x: 0.5 * x, row)
    return row


@functools.cache
def kept(gamma):
    def step(total, x):
        return gamma * total + x, total

    return step


def of_a_kept_one(rows):
    for row in rows:
        total, _ = jax.lax.scan(kept(0.9), jnp.zeros(()), jnp.asarray(row))
        print(float(total))


class Kept:
    def __init__(self, gamma):
        self.step = functools.partial(self.discounted, gamma)

    @staticmethod
    def discounted(gamma, total, x):
        return gamma * total + x, total

    def run(self, rows):
        for row in rows:
            total, _ = jax.lax.scan(self.step, jnp.zeros(()), jnp.asarray(row))
            print(float(total))


def bound_once(rows):
    step = functools.partial(Kept.discounted, 0.9)
    for row in rows:
        total, _ = jax.lax.scan(step, jnp.zeros(()), jnp.asarray(row))
        print(float(total))


def few(x):
    for _ in range(2):
        x = jax.lax.cond(x > 0, lambda v: v, lambda v: -v, x)
    return float(x)


def associative(rows):
    for row in rows:
        print(float(jax.lax.associative_scan(lambda a, b: a + b, jnp.asarray(row))[-1]))


def whoever_calls_it_may_compile_it(x, n):
    for _ in range(n):
        x = jax.lax.cond(x > 0, lambda v: v, lambda v: -v, x)
    return x
