import jax
import jax.numpy as jnp
import numpy as np


def _host_quantile(x, q):
    x = np.asarray(x)
    q = np.asarray(q)
    return np.quantile(x, float(q.flat[0]), axis=-1).astype(x.dtype)


def quantile(x, q):
    out = jax.ShapeDtypeStruct(x.shape[:-1], x.dtype)
    return jax.pure_callback(_host_quantile, out, x, q, vmap_method="sequential")


@jax.jit
def trimmed_mean(x):
    lo = quantile(x, jnp.float32(0.1))
    hi = quantile(x, jnp.float32(0.9))
    keep = (x >= lo) & (x <= hi)
    return jnp.sum(jnp.where(keep, x, 0.0)) / jnp.sum(keep)


rows = jax.random.normal(jax.random.key(0), (5, 100))
print(jax.vmap(trimmed_mean)(rows))
