import jax
import jax.numpy as jnp
import numpy as np

BATCH, HEADS, SEQ_LEN, HEAD_DIM = 2, 8, 1_024, 64


def causal_mask(length):
    positions = jnp.arange(length)
    return positions[:, None] >= positions[None, :]


@jax.jit
def attention(query, key, value):
    """bfloat16 attention over (batch, heads, length, head_dim) inputs."""
    scores = jnp.einsum("bhqd,bhkd->bhqk", query, key)
    scores = scores / np.sqrt(HEAD_DIM)
    scores = jnp.where(causal_mask(query.shape[2]), scores, -1e9)
    weights = jax.nn.softmax(scores, axis=-1)
    return jnp.einsum("bhqk,bhkd->bhqd", weights, value)


shape = (BATCH, HEADS, SEQ_LEN, HEAD_DIM)
q_key, k_key, v_key = jax.random.split(jax.random.key(0), 3)
query = jax.random.normal(q_key, shape, dtype=jnp.bfloat16)
key = jax.random.normal(k_key, shape, dtype=jnp.bfloat16)
value = jax.random.normal(v_key, shape, dtype=jnp.bfloat16)
out = attention(query, key, value)
print(out.shape)
