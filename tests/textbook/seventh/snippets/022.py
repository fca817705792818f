import jax
import jax.numpy as jnp


@jax.jit
def masked_attention_weights(q, k, lengths):
    """q, k: (batch, length, dim); lengths: (batch,) valid tokens."""
    scores = jnp.einsum("bqd,bkd->bqk", q, k) / jnp.sqrt(q.shape[-1])
    positions = jnp.arange(k.shape[1])
    padding = positions[None, None, :] >= lengths[:, None, None]
    scores.at[:].set(jnp.where(padding, -1e9, scores))
    return jax.nn.softmax(scores, axis=-1)


kq, kk = jax.random.split(jax.random.key(0))
q = jax.random.normal(kq, (32, 128, 64))
k = jax.random.normal(kk, (32, 128, 64))
lengths = jnp.arange(32) * 4 + 1
weights = masked_attention_weights(q, k, lengths)
print(weights.sum(axis=-1).min())
