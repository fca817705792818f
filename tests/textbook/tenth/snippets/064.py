import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.partial(jax.jit, static_argnames="causal")
def attention(q, k, v, causal=True):
    scale = 1.0 / np.sqrt(q.shape[-1])
    logits = jnp.einsum("qd,kd->qk", q, k) * scale
    if causal:
        n = q.shape[0]
        mask = np.tril(np.ones((n, n), dtype=bool))
        logits = jnp.where(mask, logits, -1e9)
    probs = jax.nn.softmax(logits, axis=-1)
    return jnp.einsum("qk,kd->qd", probs, v)


kq, kk, kv = jax.random.split(jax.random.key(0), 3)
q = jax.random.normal(kq, (16, 64), dtype=jnp.bfloat16)
k = jax.random.normal(kk, (16, 64), dtype=jnp.bfloat16)
v = jax.random.normal(kv, (16, 64), dtype=jnp.bfloat16)
out = attention(q, k, v)
print("activations stay in", out.dtype)
