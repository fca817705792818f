import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (10,), 0, 4).astype(jnp.bfloat16),)


def run(x):
    """Sum of bfloat16 values, accumulated in float32."""
    acc, _ = jax.lax.scan(lambda a, v: (a + v.astype(jnp.float32), None), jnp.zeros(x.shape[1:], jnp.float32), x)
    return acc.astype(jnp.bfloat16)
