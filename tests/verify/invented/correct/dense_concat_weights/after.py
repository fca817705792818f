import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 4)
    return [jax.random.normal(k, (4, 3)) for k in ks[:3]], jax.random.normal(ks[3], (5, 4))


def run(ws, x):
    """q, k, v projections."""
    wq, wk, wv = ws
    a, b = wq.shape[1], wq.shape[1] + wk.shape[1]
    y = x @ jnp.concatenate([wq, wk, wv], axis=1)
    return y[:, :a], y[:, a:b], y[:, b:]
