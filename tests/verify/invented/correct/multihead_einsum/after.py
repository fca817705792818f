"""Multi-head self-attention without mask: x (T, D), wq, wk, wv (H, D, K), wo (H, K, D).
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(x, wq, wk, wv, wo):
    q, k, v = (jnp.einsum("td,hdk->htk", x, w) for w in (wq, wk, wv))
    a = jax.nn.softmax(jnp.einsum("htk,hsk->hts", q * q.shape[-1] ** -0.5, k), axis=-1)
    return jnp.einsum("hts,hsk,hkd->td", a, v, wo)


def inputs(key):
    k = jax.random.split(key, 5)
    w = [0.5 * jax.random.normal(k[i], (2, 4, 3)) for i in range(3)]
    return (jax.random.normal(k[3], (5, 4)), *w, jax.random.normal(k[4], (2, 3, 4)))
