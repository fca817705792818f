import jax
import jax.numpy as jnp


@jax.jit
def attention(q, k, v, mask=None):
    """q: (batch, heads, length, dim); mask broadcastable to the scores."""
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"head dims differ: {q.shape[-1]} and {k.shape[-1]}")
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * q.shape[-1] ** -0.5
    if mask is not None:
        scores = jnp.where(mask, scores, jnp.finfo(scores.dtype).min)
    if scores.dtype == jnp.bfloat16:
        weights = jax.nn.softmax(scores.astype(jnp.float32), axis=-1).astype(v.dtype)
    else:
        weights = jax.nn.softmax(scores, axis=-1)
    return jnp.einsum("bhqk,bhkd->bhqd", weights, v)


kq, kk, kv = jax.random.split(jax.random.key(0), 3)
shape = (8, 12, 256, 64)
q, k, v = (jax.random.normal(key, shape) for key in (kq, kk, kv))
causal = jnp.tril(jnp.ones((256, 256), dtype=bool))
print(attention(q, k, v).shape, attention(q, k, v, causal).shape)
