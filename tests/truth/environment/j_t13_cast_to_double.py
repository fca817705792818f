"""The wider type is asked for where it is not switched on."""

import jax
import jax.numpy as jnp


def patches(x, size):
    return jax.lax.conv_general_dilated_patches(
        lhs=x.astype(jnp.float64),  # want: JOL905
        filter_shape=size,
        window_strides=size,
        padding="VALID",
    )
