import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.eye(3) + 0.3 * jax.random.normal(key, (8, 3, 3)),)


def run(mats):
    """Ordered product mats[0] @ mats[1] @ ... (identity when there are none)."""
    eye = jnp.eye(mats.shape[-1], dtype=mats.dtype)[None]
    mats = jnp.concatenate([eye, mats])
    while mats.shape[0] > 1:
        h = mats.shape[0] // 2
        mats = jnp.concatenate([mats[0:2 * h:2] @ mats[1:2 * h:2], mats[2 * h:]])
    return mats[0]
