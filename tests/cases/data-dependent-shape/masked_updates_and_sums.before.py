"""Masks of the shape of their arrays; run without compilation, where both forms work."""

import jax
import jax.numpy as jnp


@jax.jit
def cleared(x):
    y = jnp.abs(x)
    # No small ones.
    z = y.at[y < 0.1].set(0.0)  # want: JOL104 "`y < 0.1`"
    raised = z.at[z > 1].add(-0.5)  # want: JOL104 "`z > 1`"
    return raised.at[x < 0].max(0.25)  # want: JOL104 "`x < 0`"


@jax.jit
def sums(x):
    low = x <= 0.5
    total = jnp.sum(x[low])  # want: JOL104 "`low`"
    both = (x + 1)[low].mean()  # want: JOL104
    return total, both, x[~low].sum(), jnp.any(x[x > 0])  # want: JOL104 JOL104


def run(x):
    with jax.disable_jit():
        return cleared(x), sums(x)


def inputs(key):
    return (jax.random.normal(key, (4,)),)
