"""What is drawn where a loop has found nothing does not meet what it draws where it has."""

from jax import random


def sentinel(key, xs):
    out = None
    for x in xs:
        if x > 3:
            out = random.normal(key, (3,))
            break
    if out is None:
        out = random.uniform(key, (3,))
    return out


def returned(key, xs):
    out = None
    for x in xs:
        if x > 3:
            out = random.normal(key, (3,))
            break
    if out is not None:
        return out
    return random.uniform(key, (3,))


def listed(key, xs):
    out = []
    for x in xs:
        if x > 3:
            out.append(random.normal(key, (3,)))
            break
    if not out:
        out.append(random.uniform(key, (3,)))
    return out
