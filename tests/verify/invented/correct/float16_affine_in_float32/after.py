import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.uniform(a, (16,), jnp.float16), jax.random.uniform(b, (16,), jnp.float16)


@jax.jit
def run(x, y):
    x32, y32 = x.astype(jnp.float32), y.astype(jnp.float32)
    return (x32 * y32 + x32).astype(x.dtype)
