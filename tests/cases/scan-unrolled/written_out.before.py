# not executed: it takes minutes to compile, and there is no fix
# Scans of many steps that are written out.
import functools

import jax
import jax.numpy as jnp
from jax import lax

STEPS = 2_000


def cell(params, h, x):
    h = params["a"] * h + params["b"] * x
    return h, jnp.sum(h)


@jax.jit
def run(params, xs):
    body = functools.partial(cell, params)
    return lax.scan(body, jnp.zeros(8), xs, unroll=True)[1]  # want: JOL207 "4096 copies"


def main(steps=4096):
    return run({"a": 0.9, "b": 1.0}, jnp.linspace(0.0, 1.0, steps))


def walk(key, x):
    def step(x, key):
        return x + jax.random.normal(key, x.shape), None

    keys = jax.random.split(key, STEPS)
    return jax.lax.scan(step, x, keys, unroll=STEPS)[0]  # want: JOL207 "2000 copies"


class Solver:
    steps: int = 500

    def solve(self, f, x):
        return lax.scan(
            lambda x, _: (x - f(x), None), x, length=self.steps, unroll=True  # want: JOL207
        )[0]
