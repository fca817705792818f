import jax
import jax.numpy as jnp

BATCH, HEADS, SEQ, HEAD_DIM = 4, 8, 512, 64


@jax.jit
def attention(q, k, v):
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k, preferred_element_type=jnp.float32)
    scores = scores * HEAD_DIM**-0.5
    mask = jnp.tril(jnp.ones((SEQ, SEQ), dtype=bool))
    scores = jnp.where(mask, scores, jnp.finfo(jnp.float32).min)
    weights = jax.nn.softmax(scores, axis=-1).astype(v.dtype)
    out = jnp.einsum("bhqk,bhkd->bhqd", weights, v, preferred_element_type=jnp.float32)
    return out.astype(v.dtype)


@jax.jit
def output_rms(out):
    return jnp.sqrt(jnp.mean(jnp.square(out.astype(jnp.float32))))


if __name__ == "__main__":
    kq, kk, kv = jax.random.split(jax.random.key(0), 3)
    shape = (BATCH, HEADS, SEQ, HEAD_DIM)
    q = jax.random.normal(kq, shape, dtype=jnp.bfloat16)
    k = jax.random.normal(kk, shape, dtype=jnp.bfloat16)
    v = jax.random.normal(kv, shape, dtype=jnp.bfloat16)
    out = attention(q, k, v)
    print(out.dtype, output_rms(out))
