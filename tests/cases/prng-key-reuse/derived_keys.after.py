# not executed: other numbers are drawn
"""A draw and the keys that are split off the same key."""

import jax


def step(carried, _):
    key, x = carried
    key_1, key_2 = jax.random.split(key)
    noise = jax.random.normal(key_1, x.shape)
    key, other = jax.random.split(key_2)
    return (key, x + noise + jax.random.uniform(other)), None


def dropped(carried, _):
    key, x = carried
    key_1, key_2 = jax.random.split(key)
    noise = jax.random.normal(key_1, x.shape)
    _, key = jax.random.split(key_2)
    return (key, x + noise), None


def walks(key, x):
    first, second = jax.random.split(key)
    (_, x), _ = jax.lax.scan(step, (first, x), None, length=9)
    return jax.lax.scan(dropped, (second, x), None, length=9)


def prepared(space, network, key):
    policy, value = jax.random.split(key)
    example = space.sample(key)
    return network.init(policy, example), network.init(value, example)


def requested(times, key):
    kind, node, when = jax.random.split(key, 3)
    kinds = jax.random.choice(kind, 4), jax.random.choice(node, 4)
    return kinds, times.drawn(key)
