# not executed: there is no fix
"""A network that is told to draw nothing has no use for another key."""

import jax
import jax.numpy as jnp


def translate(model, params, rows, key):
    key, noise_key = jax.random.split(key)
    encode = jax.jit(
        lambda row: model.apply({"params": params}, row, train=False, rngs={"dropout": noise_key})  # want: JOL111 (info)
    )
    perturb = jax.jit(
        lambda row: model.apply({"params": params}, row, train=True, rngs={"dropout": noise_key})  # want: JOL111 (warning)
    )
    out = []
    for row in rows:
        key, noise_key = jax.random.split(key)
        out.append(encode(row) - perturb(row))
    return jnp.stack(out)
