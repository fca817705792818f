import jax
import jax.numpy as jnp

def inputs(key):
    return jax.random.normal(key, (12, 3)), jnp.array([0, 1, 2, 3] * 3)


def run(rows, bags):
    """Elementwise maximum of the rows of each of the four bags; zeros for a bag without rows."""
    best = jax.ops.segment_max(rows, bags, num_segments=4)
    sizes = jax.ops.segment_sum(jnp.ones(bags.shape, jnp.int32), bags, num_segments=4)
    return jnp.where((sizes > 0)[:, None], best, jnp.zeros((), rows.dtype))
