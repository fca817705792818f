# not executed: the originals raise
import jax
import jax.numpy as jnp
import numpy as np


def placed(rows):
    total = jnp.sin(
        rows  # the rows
    ).device
    host = (
        total
        + 1
    )
    if host:
        return np.asarray(jnp.cos(rows)
                + 1)
    return jax.device_get(host)
