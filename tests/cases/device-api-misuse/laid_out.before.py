# not executed: the originals raise
import jax
import jax.numpy as jnp


def placed(rows):
    total = jnp.sin(  # want: JOL706
        rows  # the rows
    ).device()
    host = (
        total
        + 1
    )
    if host:
        return (jnp.cos(rows)  # want: JOL706
                + 1).to_py()
    return jax.device_get(host)
