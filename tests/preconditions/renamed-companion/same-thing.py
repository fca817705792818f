# rule: removed-api
"""What came after has arguments of other names."""
import jax.numpy as jnp
import numpy as np
import optax


def run(rows):
    return jnp.sum(rows) + np.product(rows.shape)  # holds
    return optax.maybe_update(optax.sgd(0.1), bool), jnp.sum(rows)  # broken
