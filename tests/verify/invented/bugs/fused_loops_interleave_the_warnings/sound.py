import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 4)),)


def run(rows):
    """Sanitised rows: first NaNs are reported for all rows, then rows that are all zero."""
    for i, bad in enumerate(jnp.any(jnp.isnan(rows), axis=1).tolist()):
        if bad:
            print("nan in row", i)
    for i, used in enumerate(jnp.any(rows != 0, axis=1).tolist()):
        if not used:
            print("row", i, "is zero")
    return jnp.nan_to_num(rows)
