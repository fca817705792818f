import jax


@jax.jit
def step(total, x):
    return total + x.sum()


def run(xs):
    total = 0  # fact: weak_carries total: int, then own
    for x in xs:
        total = step(total, x)
    return total
