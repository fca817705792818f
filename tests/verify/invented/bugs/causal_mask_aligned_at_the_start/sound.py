import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 3)
    return tuple(jax.random.normal(k[i], (6, 4)) for i in range(3))


@jax.jit
def run(q, k, v):
    """Causal attention; the queries are the last positions of the keys."""
    assert 0 < q.shape[0] <= k.shape[0]
    scores = q @ k.T * 0.5
    mask = jnp.tril(jnp.ones(scores.shape, bool), k.shape[0] - q.shape[0])
    return jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1) @ v
