import jax
import jax.numpy as jnp


def accumulate(samples):
    total = jnp.zeros((), dtype=jnp.float64)
    for chunk in samples.reshape(10, -1):
        total = total + jnp.sum(chunk.astype(total.dtype))
    return total / samples.size


samples = 1e4 + jax.random.normal(jax.random.key(0), (100_000,))
mean = accumulate(samples)
print(mean, mean.dtype)
