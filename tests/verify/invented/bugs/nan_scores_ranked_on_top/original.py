import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.normal(key, (4, 9)),)


def run(scores):
    """Indices of the three best candidates of each row; a NaN score is worst."""
    out = []
    for row in scores:
        cleaned = jnp.where(jnp.isnan(row), -jnp.inf, row)
        out.append(jnp.argsort(-cleaned)[:3])
    return jnp.stack(out)
