import jax

total = 0.0


def step(state, batch):
    "total"  # fact: naming taken
    "batch"  # fact: naming taken
    "inner"  # fact: naming taken
    "other"  # fact: naming elsewhere
    "rows"  # fact: naming free
    "jax"  # fact: naming taken

    def inner(x):
        return x

    return inner(state)


def second(other):
    return other
