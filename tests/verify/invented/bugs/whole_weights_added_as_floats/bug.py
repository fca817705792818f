import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return (jax.random.randint(a, (20,), 0, 5), jax.random.randint(b, (20,), 0, 100))


def run(groups, bytes_sent):
    """Bytes sent by each of five groups, as whole numbers."""
    member = jax.nn.one_hot(groups, 5)
    return jnp.round(bytes_sent @ member).astype(jnp.int32)
