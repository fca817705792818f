"""Original: a loop from one starts at zero."""

import jax


# jaxopt-lint: verify(f32[N], N=6)
@jax.jit
def f(x):
    for i in range(1, x.shape[0]):
        x = x.at[i].add(0.5 * x[i - 1])
    return x
