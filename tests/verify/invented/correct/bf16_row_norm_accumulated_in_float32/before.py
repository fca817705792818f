import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 40)).astype(jnp.bfloat16),)


def run(x):
    """Rows over their root mean square, squares summed in float32, in the dtype of x."""
    out = []
    for r in x:
        z = r.astype(jnp.float32)
        out.append((z / jnp.sqrt(jnp.mean(z * z) + 1e-6)).astype(x.dtype))
    return jnp.stack(out)
