"""The other arm of the test has a scan too, for something else."""

import jax
import jax.numpy as jnp


@jax.jit
def solve(w, x, deep: bool = False):
    trace = jnp.zeros(())
    if deep:
        trace = jax.lax.scan(lambda s, v: (s + v, None), trace, x)[0]
    else:
        def body(_, x):
            x = jnp.sin(w @ x)
            return x

        x = jax.lax.fori_loop(0, 32, body, x)
    return x, trace


def run(w, x):
    return solve(w, x)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return 0.3 * jax.random.normal(k1, (2, 2)), jax.random.normal(k2, (2,))
