import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 4)), jax.random.normal(jax.random.fold_in(key, 1), (5, 4)), jax.random.normal(jax.random.fold_in(key, 2), (5, 5)))


def run(q, k, bias):
    """Attention weights with an additive position bias."""
    rows = []
    for i in range(q.shape[0]):
        rows.append(jax.nn.softmax(k @ q[i] / jnp.sqrt(q.shape[-1]) + bias[i]))
    return jnp.stack(rows)
