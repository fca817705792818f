"""Original: a stop_gradient is lost."""

import jax


# jaxopt-lint: verify(f32[B, D], f32[D], B=4, D=3)
@jax.jit
def f(x, w):
    total = 0.0
    for row in x:
        target = jax.lax.stop_gradient(row @ w)
        total += (row @ w - 0.9 * target) ** 2
    return total
