# not executed: reported without a fix
"""Nothing compiles these functions, and each call of them compiles their control flow."""

from functools import partial

import equinox.internal as eqxi
import jax
import jax.numpy as jnp


class Solver:
    def __init__(self, matrix):
        self.matrix = matrix

    def solve(self, b, steps):
        def step(i, x):
            return x + 0.1 * (b - self.matrix @ x)

        return jax.lax.fori_loop(0, steps, step, jnp.zeros_like(b))  # want: JOL126 (info) "`step` is a new"

    def refined(self, b):
        return self.solve(b, 10)

    def settled(self, x):
        # Each call makes both of them, and one finding says so.
        return jax.lax.while_loop(lambda v: jnp.max(v) > 1e-3, lambda v: v / 2, x)  # want: JOL126 (info) "a lambda"

    def iterated(self, x):
        def unfinished(v):
            return jnp.sum(v) < 10.0

        return eqxi.while_loop(unfinished, lambda v: v + 1.0, x, kind="lax")  # want: JOL126 (info) "`unfinished`"


def scaled(factor, x):
    return factor * x


class Image:
    def __init__(self, pixels):
        self.pixels = pixels

    # `map` makes a function of what it is given, which is the same each time here.
    def patches(self, places):
        return jax.lax.map(jnp.sum, self.pixels[places])  # want: JOL126 (info) "it makes a new function"

    def brightened(self, factor):
        bright = jnp.mean(self.pixels) > 0.5
        return jax.lax.cond(bright, lambda x: x, partial(scaled, factor), self.pixels)  # want: JOL126 (info) "`cond` again: a lambda"

    def _add(self, total, place):
        return total + self.pixels[place], None

    # A method is bound anew wherever it is read.
    def total(self, places):
        start = jnp.zeros(4)
        return jax.lax.scan(self._add, start, places)[0]  # want: JOL126 (info) "`self._add`, a bound"

    def chosen(self, which, factor):
        scale = partial(scaled, factor)
        negate = lambda x: -x  # noqa: E731
        return jax.lax.switch(which, [scale, negate], self.pixels)  # want: JOL126 (info) "`scale` is a new"


# The function asks for the value, so nobody can trace it.
def generate(model, tokens, length):
    def step(carry, _):
        token = jnp.argmax(model(carry))
        return carry.at[0].set(token), token

    _, out = jax.lax.scan(step, jnp.asarray(tokens), None, length=length)  # want: JOL126 (info) "`generate`"
    return [int(token) for token in jnp.unique(out)]


solver = Solver(2.0 * jnp.eye(3))
print(solver.refined(jnp.ones(3)))
print(solver.settled(jnp.ones(3)))
print(solver.iterated(jnp.ones(3)))
image = Image(jnp.ones((4, 4)))
print(image.patches(jnp.arange(4)), image.brightened(2.0), image.chosen(1, 2.0))
print(image.total(jnp.arange(4)))
