"""Original: a loop that stops early runs to its end."""

import jax.numpy as jnp


# jaxopt-lint: verify(f32[N](0, 1), N=6)
def f(x):
    total = 0.0
    for value in x:
        if float(total) > 1.0:
            break
        total = total + value
    return jnp.asarray(total)
