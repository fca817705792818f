# rule: removed-api
# min-jax: 0.4.20  # broken
"""The oldest JAX that the project supports does not have the new name."""
import jax.experimental.pallas.tpu as pltpu


def params():
    return pltpu.TPUCompilerParams()
