import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.randint(k1, (9,), 0, 4), jax.random.randint(k2, (12,), 0, 4))


def run(a, b):
    """Levenshtein distance of two integer sequences, int32."""
    a, b = np.asarray(a).tolist(), np.asarray(b).tolist()
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        new = [i]
        for j, y in enumerate(b, 1):
            new.append(min(row[j] + 1, new[-1] + 1, row[j - 1] + (x != y)))
        row = new
    return jnp.int32(row[-1])
