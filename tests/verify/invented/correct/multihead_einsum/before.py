"""Multi-head self-attention without mask: x (T, D), wq, wk, wv (H, D, K), wo (H, K, D).
"""
import jax
import jax.numpy as jnp


def run(x, wq, wk, wv, wo):
    y = jnp.zeros_like(x)
    for h in range(wq.shape[0]):
        q, k, v = x @ wq[h], x @ wk[h], x @ wv[h]
        y = y + jax.nn.softmax(q @ k.T / jnp.sqrt(q.shape[-1]), axis=-1) @ v @ wo[h]
    return y


def inputs(key):
    k = jax.random.split(key, 5)
    w = [0.5 * jax.random.normal(k[i], (2, 4, 3)) for i in range(3)]
    return (jax.random.normal(k[3], (5, 4)), *w, jax.random.normal(k[4], (2, 3, 4)))
