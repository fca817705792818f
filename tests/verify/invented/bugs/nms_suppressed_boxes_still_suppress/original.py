import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    centres = jnp.arange(8) * 3.0 + jax.random.uniform(k1, (8,))
    return centres, jax.random.uniform(k2, (8,)), 1.5


def run(positions, scores, radius):
    """Greedy suppression on a line: flags of the peaks kept, the best first."""
    order = [int(i) for i in jnp.argsort(-scores)]
    kept = []
    for i in order:
        if all(abs(float(positions[i]) - float(positions[j])) >= radius for j in kept):
            kept.append(i)
    return jnp.zeros(len(order), bool).at[jnp.array(kept, int)].set(True)
