import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (12, 8)), 0.3 * jax.random.normal(k2, (4, 8, 8)))


def run(x, layers):
    """Residual layers of causal attention with one matrix each."""
    for w in layers:
        scores = (x @ w) @ x.T
        mask = jnp.tril(jnp.ones((x.shape[0], x.shape[0]), bool))
        x = x + jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1) @ x
    return x
