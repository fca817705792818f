import jax
import jax.numpy as jnp


@jax.jit
def attention(q, k, v, mask=None, bias=None):
    print("tracing for", q.shape, q.dtype)
    if q.ndim == 2:
        q, k, v = q[None], k[None], v[None]
    scores = jnp.einsum("hqd,hkd->hqk", q, k) / q.shape[-1] ** 0.5
    if bias is not None:
        scores = scores + bias
    if mask is not None:
        scores = jnp.where(mask, scores, jnp.finfo(scores.dtype).min)
    if jnp.issubdtype(scores.dtype, jnp.floating) and scores.dtype != jnp.float32:
        scores = scores.astype(jnp.float32)
    weights = jax.nn.softmax(scores, axis=-1).astype(v.dtype)
    return jnp.einsum("hqk,hkd->hqd", weights, v)


kq, kk, kv = jax.random.split(jax.random.key(0), 3)
q = jax.random.normal(kq, (6, 4), jnp.bfloat16)
k = jax.random.normal(kk, (6, 4), jnp.bfloat16)
v = jax.random.normal(kv, (6, 4), jnp.bfloat16)
causal = jnp.tril(jnp.ones((6, 6), dtype=bool))
print(attention(q, k, v).dtype, attention(q, k, v, mask=causal).shape)
