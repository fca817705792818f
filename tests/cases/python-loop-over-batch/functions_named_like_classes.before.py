# not executed: only what is rewritten is looked at
"""A function is one, whatever letters its name begins with."""

import jax
import jax.numpy as jnp


def of_kernels(kernels: jax.Array, image: jax.Array):
    def Smooth(kernel):
        return jax.lax.conv_general_dilated(image, kernel, (1, 1), "SAME")

    return jnp.stack([Smooth(kernel) for kernel in kernels])  # want: JOL201
