"""What the step gave is looked at by operations of their own."""

import jax
import jax.numpy as jnp
import numpy as np


def solve(matrix, start, steps: int, log):
    norm = jnp.sqrt(matrix.size)

    @jax.jit
    def iterate(x):
        return x + 0.1 * (1.0 - matrix @ x)

    x = start
    for step in range(steps):
        x = iterate(x)
        residual = jnp.eye(x.shape[0])[0] - matrix @ x  # want: JOL208 "hands 6 operations \(`eye`, "
        largest = np.asarray(jnp.max(jnp.abs(residual)) / norm)
        log(step, largest)
        if largest < 1e-6:
            break
    return x
