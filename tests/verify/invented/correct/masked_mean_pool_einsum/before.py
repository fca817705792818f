import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 6, 3)), jax.random.bernoulli(k2, 0.6, (4, 6)).astype(jnp.float32)


def run(hidden, mask):
    """Mean of the hidden states under a 0/1 float mask; zeros if the mask is empty."""
    out = []
    for h, m in zip(hidden, mask):
        out.append(jnp.sum(h * m[:, None], axis=0) / jnp.maximum(jnp.sum(m), 1.0))
    return jnp.stack(out)
