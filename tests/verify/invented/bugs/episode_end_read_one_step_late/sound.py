import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.ones(5), jnp.zeros(5, bool))


def run(rewards, dones):
    """Discounted returns (0.9) cut where an episode ends."""
    step = lambda g, rd: (lambda h: (h, h))(rd[0] + 0.9 * jnp.where(rd[1], 0.0, g))
    return jax.lax.scan(step, jnp.float32(0), (rewards, dones), reverse=True)[1]
