import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8,)), 0.9)


def run(logits, p):
    """Logits outside of the nucleus are -inf; the best one always stays."""
    order = jnp.argsort(-logits)
    probs = jax.nn.softmax(logits[order])
    before = jnp.cumsum(probs) - probs
    keep = (before < p).at[0].set(True)
    return jnp.full_like(logits, -jnp.inf).at[order].set(jnp.where(keep, logits[order], -jnp.inf))
