import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.normal(key, (4, 9)),)


def run(scores):
    """Indices of the three best candidates of each row; a NaN score is worst."""
    return jax.lax.top_k(jnp.where(jnp.isnan(scores), -jnp.inf, scores), 3)[1]
