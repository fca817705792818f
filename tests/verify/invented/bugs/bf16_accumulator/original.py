import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (10,), 0, 4).astype(jnp.bfloat16),)


def run(x):
    """Sum of bfloat16 values, accumulated in float32."""
    acc = jnp.zeros(x.shape[1:], jnp.float32)
    for i in range(x.shape[0]):
        acc = acc + x[i].astype(jnp.float32)
    return acc.astype(jnp.bfloat16)
