"""Original: a negative index wraps instead of being clipped."""

import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[N], i32[M](0, 5), N=5, M=3, fixed=('N',))
def f(x, at):
    return x[jnp.clip(at, 0, x.shape[0] - 1)]
