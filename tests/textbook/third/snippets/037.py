import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames=("causal",))
def attention(q, k, v, mask=None, causal=False):
    scores = jnp.einsum("...qd,...kd->...qk", q, k) * q.shape[-1] ** -0.5
    if mask is not None:
        scores = jnp.where(mask, scores, -jnp.inf)
    if causal and q.shape[-2] > 1:
        tri = jnp.tril(jnp.ones(scores.shape[-2:], bool))
        scores = jnp.where(tri, scores, -jnp.inf)
    return jnp.einsum("...qk,...kd->...qd", jax.nn.softmax(scores), v)


x = jax.random.normal(jax.random.key(0), (2, 16, 32))
print(attention(x, x, x, causal=True).shape)
