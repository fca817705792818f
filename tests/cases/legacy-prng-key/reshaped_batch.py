import jax


def per_device(seed, n):
    key = jax.random.PRNGKey(seed)
    keys = jax.random.split(key, n * 8)
    return keys.reshape(n, 8, -1)
