"""Blocks that overlap, that the loop reads again, or that a trace writes, are no parts of one."""
import jax
import jax.numpy as jnp


def overlapping(x: jax.Array, n, size):
    out = jnp.zeros(n)
    for i in range(0, n, 1):
        out = out.at[i : i + size].set(x[i])
    return out


def read_again(x: jax.Array, n, size):
    out = jnp.zeros(n)
    for i in range(0, n, size):
        out = out.at[i : i + size].set(jnp.cumsum(out)[:size] + x[i])
    return out


@jax.jit
def traced(x: jax.Array):
    out = jnp.zeros((64, 8))
    for i in range(0, 64, 4):
        out = out.at[i : i + 4, :].set(x[i : i + 4] * 2.0)
    return out
