import jax
import jax.numpy as jnp


@jax.jit
def scaled_dot_attention(query, key, value, bias=None):
    """Attention for (length, dim) or batched (batch, length, dim) inputs."""
    if query.ndim == 2:
        out = scaled_dot_attention(
            query[None], key[None], value[None], None if bias is None else bias[None]
        )
        return out[0]

    scores = jnp.einsum("bqd,bkd->bqk", query, key) * query.shape[-1] ** -0.5
    if bias is not None:
        scores = scores + bias
    if query.shape[1] == key.shape[1]:
        causal = jnp.tril(jnp.ones(scores.shape[-2:], dtype=bool))
        scores = jnp.where(causal, scores, -jnp.inf)
    return jnp.einsum("bqk,bkd->bqd", jax.nn.softmax(scores, axis=-1), value)


q_key, k_key, v_key = jax.random.split(jax.random.key(0), 3)
query = jax.random.normal(q_key, (8, 512, 64))
key = jax.random.normal(k_key, (8, 512, 64))
value = jax.random.normal(v_key, (8, 512, 64))
bias = -0.1 * jnp.abs(jnp.arange(512)[:, None] - jnp.arange(512)[None, :])

batched = scaled_dot_attention(query, key, value, jnp.broadcast_to(bias, (8, 512, 512)))
single = scaled_dot_attention(query[0], key[0], value[0], bias)
print(batched.shape, bool(jnp.allclose(batched[0], single, atol=1e-5)))
