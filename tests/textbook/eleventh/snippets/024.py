import jax
import jax.numpy as jnp
import numpy as np

HEAD_DIM = 16
SCALE = np.float32(1.0 / np.sqrt(HEAD_DIM))


@jax.jit
def scores(q, k):
    q = q * SCALE
    return jnp.einsum("qd,kd->qk", q, k)


@jax.jit
def attend(q, k, v):
    w = jax.nn.softmax(scores(q, k), axis=-1)
    return w @ v


kq, kk, kv = jax.random.split(jax.random.key(0), 3)
q = jax.random.normal(kq, (8, HEAD_DIM), dtype=jnp.bfloat16)
k = jax.random.normal(kk, (8, HEAD_DIM), dtype=jnp.bfloat16)
v = jax.random.normal(kv, (8, HEAD_DIM), dtype=jnp.bfloat16)
print(attend(q, k, v).dtype)
