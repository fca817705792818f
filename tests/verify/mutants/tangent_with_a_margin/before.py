"""Original: a tangent rule is scaled by the precision of the type."""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def scaled(x):
    return 0.7978845608028654 * x


@scaled.defjvp
def rule(primals, tangents):
    # A loop, through which JAX goes forward only.
    times = 0.7978845608028654
    out = jax.lax.while_loop(lambda c: c[0] < 1, lambda c: (c[0] + 1, times * c[1]), (0, tangents[0]))
    return scaled(primals[0]), out[1]


# jaxopt-lint: verify(f32[5])
def f(x):
    return scaled(x)
