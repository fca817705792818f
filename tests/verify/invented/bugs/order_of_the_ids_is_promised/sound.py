import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return (jax.random.normal(a, (12, 3)), jax.random.randint(b, (12,), 0, 4))


def run(messages, receivers):
    """The sum of the messages to each of four nodes; edges come in any order."""
    return jax.ops.segment_sum(messages, receivers, num_segments=4)
