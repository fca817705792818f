"""A number that is given in place of a key raises, and is none that is used again."""
import jax


def sample(x, count, key):
    return x + jax.random.normal(key, x.shape), count


@jax.jit
def moved(x, count, key):
    drawn, _ = sample(x, key, count)
    return drawn


def run(x, key, steps):
    count = 100
    for step_key in jax.random.split(key, steps):
        x = moved(x, count, step_key)
    return x
