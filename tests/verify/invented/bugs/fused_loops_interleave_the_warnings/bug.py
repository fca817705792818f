import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 4)),)


def run(rows):
    """Sanitised rows: first NaNs are reported for all rows, then rows that are all zero."""
    has_nan = jnp.any(jnp.isnan(rows), axis=1).tolist()
    used = jnp.any(rows != 0, axis=1).tolist()
    for i, (bad, filled) in enumerate(zip(has_nan, used)):
        if bad:
            print("nan in row", i)
        if not filled:
            print("row", i, "is zero")
    return jnp.nan_to_num(rows)
