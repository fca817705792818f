"""Gradient descent on 0.5 * ||x||^2 with progress output.

``run(x, steps, every)``: x = 0.9 * x in each of the ``steps`` steps.  After
every ``every``-th step (i = every, 2*every, ...) prints the line
"step <i> norm2 <||x||^2 after that step, 4 decimals>".  Returns the final x.
steps >= 0 and every >= 1 are Python ints.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames=("steps", "every"))
def _descend(x, steps, every):
    def step(x, _):
        x = 0.9 * x
        return x, jnp.vdot(x, x)

    x, n2 = jax.lax.scan(step, x, None, length=steps)
    return x, n2[every - 1::every]


def run(x, steps=6, every=2):
    x, n2 = _descend(x, steps, every)
    for j in range(n2.shape[0]):
        print(f"step {(j + 1) * every} norm2 {float(n2[j]):.4f}")
    return x


def inputs(key):
    return jax.random.normal(key, (3,)), 6, 2
