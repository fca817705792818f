"""Original: an unstable formula for the variance."""

import jax


# jaxopt-lint: verify(f32[B, D](1000, 1001), B=4, D=64, fixed="D")
@jax.jit
def f(x):
    centred = x - x.mean(-1, keepdims=True)
    return (centred**2).mean(-1)
