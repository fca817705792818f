# not executed: nothing is rewritten
import jax
import jax.numpy as jnp


def grid(n):
    points = jnp.linspace(0.0, 1.0, n)
    return points, 1.0 / (n - 1)


GRIDS = {n: grid(n) for n in (9, 17)}

jax.config.update("jax_enable_x64", True)  # want: JOL909 (info) "it keeps 32"


def slopes(n):
    points, step = GRIDS[n]
    return jnp.diff(points) / step
