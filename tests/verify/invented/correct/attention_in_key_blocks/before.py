import jax


def inputs(key):
    k = jax.random.split(key, 3)
    return tuple(jax.random.normal(k[i], (8, 4)) for i in range(3))


def run(q, k, v):
    """Attention over eight keys."""
    return jax.nn.softmax(q @ k.T * 0.5, axis=-1) @ v
