import jax


def walk(key, count):
    out = []
    for _ in range(count):
        # the two draws of a turn
        step = jax.random.normal(key)  # want: JOL802
        turn = jax.random.uniform(key)  # want: JOL802
        out.append(step * turn)
    return out


def inputs(key):
    return (key,)


def run(key):
    return len(walk(key, 3))
