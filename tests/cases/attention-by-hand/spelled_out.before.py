# not executed: there is no fix
import jax
import jax.numpy as jnp
from flax import linen as nn


def attend(q, k, v, mask, dtype):
    scores = jnp.einsum("b q h d, b k h d -> b h q k", q, k) / jnp.sqrt(q.shape[-1])
    if mask is not None:
        scores = jnp.where(mask, scores, -jnp.inf)
    weights = jax.nn.softmax(scores.astype(jnp.float32), axis=-1)  # want: JOL310 (info) "from line 8, are written to memory"
    weights = weights.astype(dtype)
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v)


class Attention(nn.Module):
    heads: int

    @nn.compact
    def __call__(self, x):
        b, n, c = x.shape
        qkv = nn.Dense(3 * c)(x).reshape(b, n, 3, self.heads, c // self.heads)
        q, k, v = qkv.transpose(2, 0, 3, 1, 4)
        att = (q @ k.transpose((0, 1, 3, 2))) * q.shape[-1] ** -0.5
        att = nn.softmax(att)  # want: JOL310 (info) "from line 24"
        return nn.Dense(c)((att @ v).transpose(0, 2, 1, 3).reshape(b, n, c))


def of_one_head(q, k, v):
    return jnp.matmul(jax.nn.softmax(jnp.matmul(q, jnp.swapaxes(k, -1, -2)), axis=-1), v)  # want: JOL310 (info)


def added_to(q, k, v, bias):
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k)
    scores *= 0.125
    scores += bias
    return jnp.einsum("bhkd,bhqk->bhqd", v, jax.nn.softmax(scores, axis=3))  # want: JOL310 (info)
