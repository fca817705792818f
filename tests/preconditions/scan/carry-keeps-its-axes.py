# rule: python-loop-over-time
"""What is carried starts the same on all devices and differs after a turn."""
import jax
import jax.numpy as jnp


def run(xs: jax.Array):
    h = jnp.zeros(3)
    for x in xs:
        h = jnp.maximum(h, jnp.sin(x))
    return h


mapped = jax.shard_map(run, mesh=None, in_specs=None, out_specs=None, check_vma=False)  # holds
mapped = jax.shard_map(run, mesh=None, in_specs=None, out_specs=None)  # broken
