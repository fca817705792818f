"""Original: an attribute of an argument is no longer set."""

import jax
import jax.numpy as jnp


class Scale:
    def __init__(self):
        self.calls = 0


# jaxopt-lint: verify(ref("before:Scale"), f32[N], N=5)
def f(scale, x):
    scale.calls += 1
    return x * 2
