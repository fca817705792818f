import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4, 8)).astype(jnp.bfloat16), jax.random.normal(b, (8, 3)).astype(jnp.bfloat16)


def run(a, b):
    return (a.astype(jnp.float32) @ b.astype(jnp.float32)).astype(jnp.bfloat16)
