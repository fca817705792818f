# not executed: nothing is rewritten
import jax
import jax.numpy as jnp


def moments(chunks):
    def accumulate(carry, chunk):
        total, squares = carry
        total = total + jnp.mean(chunk, axis=0)
        squares = squares + jnp.mean(chunk**2, axis=0)
        return (total, squares), None

    zeros = jnp.zeros(chunks.shape[-1], dtype=jnp.bfloat16)
    return jax.lax.scan(accumulate, (zeros, zeros), chunks)[0]  # want: JOL521 (warning) "stands still"


def total(x):
    start = jnp.zeros((), jnp.float16)
    return jax.lax.fori_loop(0, 1000, lambda i, s: s + x[i], start)  # want: JOL521 "11 bits"
