# rule: private-api
# min-jax: 0.4.20  # broken
"""The public name came later than the oldest JAX that the project supports."""
from jax._src.mesh import AxisType


def kind():
    return AxisType
