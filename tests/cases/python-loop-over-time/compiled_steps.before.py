# not executed: reported without a fix
"""Loops that only hand out steps: the host decides nothing in them."""

import jax
import jax.numpy as jnp


@jax.jit
def step(x, t):
    return jnp.tanh(x) + t, x.sum()


def train(x, batches: jax.Array, n):
    for i in range(n):  # want: JOL202 (info) "calls what is compiled from Python"
        x, loss = step(x, batches[i])
    return x


class Search:
    def __init__(self, score, steps):
        self.score = score
        self.steps = steps

    def run(self, x):
        @jax.jit
        def climb(x):
            return x + 0.1 * jax.grad(self.score)(x)

        for _ in range(self.steps):  # want: JOL202 (info) "calls what is compiled from Python"
            x = climb(x)
        return x
