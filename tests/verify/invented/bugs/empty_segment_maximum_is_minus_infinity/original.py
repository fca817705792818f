import jax
import jax.numpy as jnp

def inputs(key):
    return jax.random.normal(key, (12, 3)), jnp.array([0, 1, 2, 3] * 3)


def run(rows, bags):
    """Elementwise maximum of the rows of each of the four bags; zeros for a bag without rows."""
    out = []
    for b in range(4):
        members = rows[bags == b]
        out.append(jnp.max(members, axis=0) if members.shape[0] else jnp.zeros(rows.shape[1:], rows.dtype))
    return jnp.stack(out)
