import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 3)
    return tuple(jax.random.normal(k[i], (6, 4)) for i in range(3))


def run(q, k, v):
    """Causal attention; the queries are the last positions of the keys."""
    assert 0 < q.shape[0] <= k.shape[0]
    offset = k.shape[0] - q.shape[0]
    out = []
    for i in range(q.shape[0]):
        seen = offset + i + 1
        weights = jax.nn.softmax(k[:seen] @ q[i] * 0.5)
        out.append(weights @ v[:seen])
    return jnp.stack(out)
