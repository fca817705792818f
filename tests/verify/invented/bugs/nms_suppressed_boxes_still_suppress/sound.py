import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    centres = jnp.arange(8) * 3.0 + jax.random.uniform(k1, (8,))
    return centres, jax.random.uniform(k2, (8,)), 1.5


def run(positions, scores, radius):
    """Greedy suppression on a line: flags of the peaks kept, the best first."""
    order = jnp.argsort(-scores).tolist()
    place = [float(p) for p in positions]
    flags = [False] * len(place)
    for i in order:
        flags[i] = all(abs(place[i] - place[j]) >= radius for j in order if flags[j])
    return jnp.array(flags, bool)
