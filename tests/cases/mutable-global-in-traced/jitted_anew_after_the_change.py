import jax
import jax.numpy as jnp


def sweep(x, rates):
    out = []
    for rate in rates:

        @jax.jit
        def step(x):
            return x - rate * x

        out.append(step(step(x)))
    return out


def grown(x):
    width = 1
    for _ in range(3):
        width = width * 2

        def widened(x):
            return jnp.tile(x, width)

        fast = jax.jit(widened)
        print(fast(x), fast(x))
    return x
