"""Each size is a program of its own, wherever the function is made."""

import jax
import jax.numpy as jnp

SIZES = [(64, 8), (32, 16), (16, 32), (8, 64), (4, 128)]

for count, width in SIZES:
    left = jnp.ones((count, width, width))

    @jax.jit
    def product(a, b):
        return jax.lax.batch_matmul(a, b)

    print(product(left, left).shape)


def timed(key, sizes):
    for n in sizes:
        print(jax.jit(lambda x: x @ x.T)(jax.random.normal(key, (n, 2 * n))).shape)


timed(jax.random.key(0), [2, 3, 4, 5, 6, 7, 8])
