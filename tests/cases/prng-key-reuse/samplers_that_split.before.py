# not executed: what is drawn changes with every fix

import jax


def inputs(key):
    return (key,)


def run(key):
    times = jax.random.randint(key, (8,), 0, 100)
    noise = jax.random.normal(key, (8,))  # want: JOL802 "does not promise that two draws"
    return times, noise
