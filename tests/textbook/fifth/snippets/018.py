import jax
import jax.numpy as jnp


def harmonic(n):
    k = jnp.arange(1, n + 1)
    terms = 1.0 / k.astype(jnp.float64)
    return terms.sum()


total = harmonic(100_000)
print(total, total.dtype)
