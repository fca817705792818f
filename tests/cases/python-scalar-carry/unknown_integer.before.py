import jax
import jax.numpy as jnp


@jax.jit
def count(seen, x):
    return seen + jnp.count_nonzero(x)


def total(xs):
    seen = 0  # want: JOL110
    for x in xs:
        seen = count(seen, x)
    return seen
