"""Gradient descent on 0.5 * ||x||^2 with progress output.

``run(x, steps, every)``: x = 0.9 * x in each of the ``steps`` steps.  After
every ``every``-th step (i = every, 2*every, ...) prints the line
"step <i> norm2 <||x||^2 after that step, 4 decimals>".  Returns the final x.
steps >= 0 and every >= 1 are Python ints.
"""
import jax
import jax.numpy as jnp


def run(x, steps=6, every=2):
    for i in range(1, steps + 1):
        x = 0.9 * x
        if i % every == 0:
            print(f"step {i} norm2 {float(jnp.vdot(x, x)):.4f}")
    return x


def inputs(key):
    return jax.random.normal(key, (3,)), 6, 2
