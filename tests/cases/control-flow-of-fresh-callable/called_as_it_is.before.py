# not executed: reported without a fix
"""Nothing compiles these functions, and each call of them compiles their control flow."""

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
