import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 4)),)


def run(rows):
    """Sanitised rows: first NaNs are reported for all rows, then rows that are all zero."""
    for i, r in enumerate(rows):
        if bool(jnp.any(jnp.isnan(r))):
            print("nan in row", i)
    for i, r in enumerate(rows):
        if not bool(jnp.any(r != 0)):
            print("row", i, "is zero")
    return jnp.nan_to_num(rows)
