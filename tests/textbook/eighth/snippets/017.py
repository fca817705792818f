"""Mixed-precision attention with float32 accumulation."""
import math

import jax
import jax.numpy as jnp

BATCH, SEQ, HEADS, HEAD_DIM = 8, 1024, 16, 64


@jax.jit
def attention(q, k, v):
    scores = jnp.einsum(
        "bqhd,bkhd->bhqk", q, k, preferred_element_type=jnp.float32
    )
    weights = jax.nn.softmax(scores / math.sqrt(HEAD_DIM), axis=-1)
    out = jnp.einsum(
        "bhqk,bkhd->bqhd", weights.astype(v.dtype), v, preferred_element_type=jnp.float32
    )
    return out.astype(q.dtype)


def main():
    key_x, key_w = jax.random.split(jax.random.key(0))
    dim = HEADS * HEAD_DIM
    x = jax.random.normal(key_x, (BATCH, SEQ, dim), dtype=jnp.bfloat16)
    w = jax.random.normal(key_w, (3, dim, dim), dtype=jnp.bfloat16) * 0.03
    q, k, v = (
        (x @ w[i]).reshape(BATCH, SEQ, HEADS, HEAD_DIM) for i in range(3)
    )
    out = attention(q, k, v)
    print(out.shape, out.dtype)


if __name__ == "__main__":
    main()
