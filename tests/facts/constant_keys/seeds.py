import jax
from jax import random

shared = random.key(3)


def walk(x, steps):
    for _ in range(steps):
        key = random.key(0)  # fact: constant_keys every turn of a loop
        x = x + random.normal(key, x.shape)
    return x


def draw(x):
    return x + random.normal(shared, x.shape)  # fact: constant_keys every call of draw


def walk_on(x, steps):
    for i in range(steps):
        x = draw(x) * random.uniform(random.key(i))  # fact: constant_keys counter i
    return x


def once(x):
    return x + random.normal(random.key(0), x.shape)


@jax.jit
def folded(x, step):
    key = random.fold_in(random.key(0), step)
    return x + random.normal(key, x.shape)
