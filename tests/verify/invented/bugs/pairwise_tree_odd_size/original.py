import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.eye(3) + 0.3 * jax.random.normal(key, (8, 3, 3)),)


def run(mats):
    """Ordered product mats[0] @ mats[1] @ ... (identity when there are none)."""
    out = jnp.eye(mats.shape[-1], dtype=mats.dtype)
    for i in range(mats.shape[0]):
        out = out @ mats[i]
    return out
