import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.ones(5), jnp.zeros(5, bool))


def run(rewards, dones):
    """Discounted returns (0.9) cut where an episode ends."""
    out, g = [], jnp.float32(0)
    for r, d in zip(rewards[::-1], dones[::-1]):
        g = r + 0.9 * jnp.where(d, 0.0, g)
        out.append(g)
    return jnp.stack(out[::-1])
