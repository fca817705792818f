# not executed: the fix is refused
import jax
import jax.numpy as jnp


def padded(xs, sizes):
    out = []
    for i in range(10):
        n = len(sizes) - i
        out.append(jax.jit(lambda v: jnp.pad(v, n))(xs))  # want: JOL101
    return out
