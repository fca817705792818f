import time

import jax
import jax.numpy as jnp


@jax.jit
def sample_noise(key, heavy_tailed, shape_like):
    return jax.lax.cond(
        heavy_tailed,
        lambda k: jax.random.cauchy(k, shape_like.shape),
        lambda k: jax.random.normal(k, shape_like.shape),
        key,
    )


@jax.jit
def simulate(key, x):
    def body(x, step_key):
        k_kind, k_noise = jax.random.split(step_key)
        heavy = jax.random.bernoulli(k_kind, 0.1)
        return 0.9 * x + 0.1 * sample_noise(k_noise, heavy, x), jnp.mean(x)

    return jax.lax.scan(body, x, jax.random.split(key, 50))


key = jax.random.key(0)
x = jnp.zeros(64)
jax.block_until_ready(simulate(key, x))
start = time.perf_counter()
final, means = jax.block_until_ready(simulate(key, x))
print(time.perf_counter() - start, means[-1])
