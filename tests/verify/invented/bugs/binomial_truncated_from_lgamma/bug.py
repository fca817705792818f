import math

import jax
import jax.numpy as jnp

def inputs(key):
    n = jax.random.randint(key, (6,), 1, 12)
    return n, n // 2


def run(n, k):
    """Binomial coefficients n over k, 0 <= k <= n <= 20, as integers."""
    log = jax.lax.lgamma(n + 1.0) - jax.lax.lgamma(k + 1.0) - jax.lax.lgamma(n - k + 1.0)
    return jnp.exp(log).astype(jnp.int32)
