import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    centres = jnp.arange(8) * 3.0 + jax.random.uniform(k1, (8,))
    return centres, jax.random.uniform(k2, (8,)), 1.5


def run(positions, scores, radius):
    """Greedy suppression on a line: flags of the peaks kept, the best first."""
    order = jnp.argsort(-scores)
    p = positions[order]
    close = jnp.abs(p[:, None] - p[None, :]) < radius
    earlier = jnp.tri(p.shape[0], k=-1, dtype=bool)
    kept = ~jnp.any(close & earlier, axis=1)
    return jnp.zeros(p.shape[0], bool).at[order].set(kept)
