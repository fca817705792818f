"""Multi-head attention in bfloat16."""
import jax
import jax.numpy as jnp
import numpy as np

BATCH, SEQ, HEADS, HEAD_DIM = 8, 1024, 16, 64


@jax.jit
def attention(q, k, v):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k)
    scores = scores / np.sqrt(HEAD_DIM)
    weights = jax.nn.softmax(scores, axis=-1)
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v)


def split_heads(x):
    return x.reshape(BATCH, SEQ, HEADS, HEAD_DIM)


def main():
    key_x, key_w = jax.random.split(jax.random.key(0))
    dim = HEADS * HEAD_DIM
    x = jax.random.normal(key_x, (BATCH, SEQ, dim), dtype=jnp.bfloat16)
    w = jax.random.normal(key_w, (3, dim, dim), dtype=jnp.bfloat16) * 0.03
    q, k, v = (split_heads(x @ w[i]) for i in range(3))
    out = attention(q, k, v)
    print(out.shape, out.dtype)


if __name__ == "__main__":
    main()
