"""Sound rewrite: a bfloat16 computation is carried in float32."""

import jax
import jax.numpy as jnp


@jax.jit
def f(xs):
    def step(h, x):
        return jnp.tanh(h + x), None

    return jax.lax.scan(step, jnp.zeros(xs.shape[1], xs.dtype), xs)[0]
