# not executed: what is drawn changes with every fix

import jax


def inputs(key):
    return (key,)


def run(key):
    key_1, key_2 = jax.random.split(key)
    times = jax.random.randint(key_1, (8,), 0, 100)
    noise = jax.random.normal(key_2, (8,))
    return times, noise
