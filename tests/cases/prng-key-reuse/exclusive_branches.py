import jax
from jax import random


def either(key, kind, shape):
    if kind == "normal":
        x = random.normal(key, shape)
    elif kind == "uniform":
        x = random.uniform(key, shape)
    else:
        raise ValueError(kind)
    return x


def returns_early(key, kind, shape):
    if kind == "normal":
        return random.normal(key, shape)
    return random.uniform(key, shape)


def in_an_expression(key, flag):
    return random.normal(key) if flag else random.uniform(key)


def cases(key, kind):
    match kind:
        case "normal":
            return random.normal(key)
        case "uniform":
            x = random.uniform(key)
        case _:
            x = random.gamma(key, 1.0)
    return x


def related_tests(key, n, x):
    if n > 1:
        x = x + random.normal(key)
    if n <= 1:
        x = x + random.uniform(key)
    return x


def by_cond(key, flag):
    return jax.lax.cond(flag, lambda: random.normal(key), lambda: random.uniform(key))


def another_way_when_it_fails(key, cov):
    try:
        return random.multivariate_normal(key, cov, cov)
    except ValueError:
        return random.normal(key, cov.shape)


def first_turn_only(key, items):
    for i, item in enumerate(items):
        if i == 0:
            item = item + random.normal(key)
        yield item


def until_it_breaks(key, items):
    for item in items:
        if item > 0:
            x = random.normal(key)
            break
    else:
        x = None
    return x


def once_until_found(key, items, limit):
    found = None
    for item in items:
        if found is None:
            found = item + random.normal(key)
        yield item, limit


def the_long_one(key, items, limit):
    for item in items:
        if len(item) > limit:
            item = item + random.uniform(key)
        yield item
