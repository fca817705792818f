import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.eye(3) + 0.3 * jax.random.normal(key, (8, 3, 3)),)


def run(mats):
    """Ordered product mats[0] @ mats[1] @ ... (identity when there are none)."""
    if mats.shape[0] == 0:
        return jnp.eye(mats.shape[-1], dtype=mats.dtype)
    while mats.shape[0] > 1:
        h = mats.shape[0] // 2
        mats = mats[0:2 * h:2] @ mats[1:2 * h:2]
    return mats[0]
