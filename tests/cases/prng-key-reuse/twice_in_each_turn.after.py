import jax


def walk(key, count):
    out = []
    for _ in range(count):
        # the two draws of a turn
        key, key_1, key_2 = jax.random.split(key, 3)
        step = jax.random.normal(key_1)
        turn = jax.random.uniform(key_2)
        out.append(step * turn)
    return out


def inputs(key):
    return (key,)


def run(key):
    return len(walk(key, 3))
