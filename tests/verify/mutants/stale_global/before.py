"""Original: a hoisted jit keeps the value that a global had."""

import jax

scale = 1.0


# jaxopt-lint: verify(f32[N], N=3)
def f(x):
    global scale
    scale = scale + 1.0
    return jax.jit(lambda x: x * scale)(x)
