import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return (jax.random.randint(a, (20,), 0, 5), jax.random.randint(b, (20,), 0, 100))


def run(groups, bytes_sent):
    """Bytes sent by each of five groups, as whole numbers."""
    member = groups[:, None] == jnp.arange(5)
    return jnp.sum(jnp.where(member, bytes_sent[:, None], 0), axis=0)
