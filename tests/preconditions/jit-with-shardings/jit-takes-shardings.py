# rule: legacy-pjit
# min-jax: 0.3.20  # broken
"""The `jax.jit` of the oldest JAX that the project supports does not shard."""
from jax.experimental.pjit import pjit


@pjit
def step(x):
    return x * 2
