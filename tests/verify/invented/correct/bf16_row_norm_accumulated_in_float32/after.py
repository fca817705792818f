import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 40)).astype(jnp.bfloat16),)


def run(x):
    """Rows over their root mean square, squares summed in float32, in the dtype of x."""
    z = x.astype(jnp.float32)
    mean = jnp.einsum("ij,ij->i", z, z) / x.shape[1]
    return (z * jax.lax.rsqrt(mean + 1e-6)[:, None]).astype(x.dtype)
