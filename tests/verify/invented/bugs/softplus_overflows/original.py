import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.normal(key, (6, 4)),)


def run(x):
    """Mean softplus of every row."""
    return jnp.stack([jnp.mean(jnp.logaddexp(row, 0.0)) for row in x])
