from jax.random import normal
import jax


def run(x):
    key = jax.random.key(1)
    return x + normal(key, x.shape)


def inputs(key):
    return (normal(key, (3,)),)
