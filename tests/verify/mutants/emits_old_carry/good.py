"""Sound rewrite: scan emits the carry it received instead of the new one."""

import jax
import jax.numpy as jnp


@jax.jit
def f(xs):
    def step(h, x):
        new = jnp.tanh(0.5 * h + x)
        return new, new

    return jax.lax.scan(step, jnp.zeros(xs.shape[1]), xs)[1]
