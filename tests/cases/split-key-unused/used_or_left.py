import jax

from data import sample, step


def right(key, steps):
    for _ in range(steps):
        key, subkey = jax.random.split(key)
        batch = sample(8, subkey)
    return batch


def both(key, steps):
    for _ in range(steps):
        key, subkey = jax.random.split(key)
        batch = sample(8, key) + jax.random.normal(subkey)
    return batch


def renewed(key, steps):
    for _ in range(steps):
        key, spare = jax.random.split(key)
        batch, key = step(8, key)
    return batch


def on_purpose(key, steps):
    for _ in range(steps):
        key, _spare = jax.random.split(key)
        batch = sample(8, key)
    return batch


def once(key):
    key, spare = jax.random.split(key)
    return sample(8, key)


def three(key, steps):
    for _ in range(steps):
        key, one, spare = jax.random.split(key, 3)
        batch = sample(8, one)
    return batch


def for_another(key, steps):
    def draw():
        return jax.random.normal(subkey)

    for _ in range(steps):
        key, subkey = jax.random.split(key)
        batch = sample(8, key) + draw()
    return batch
