import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 3)),)


def run(g):
    """Gradients averaged over replicas, one copy each."""
    return jnp.broadcast_to(jnp.mean(g, axis=0, keepdims=True), g.shape)
