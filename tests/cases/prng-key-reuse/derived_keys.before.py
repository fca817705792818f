# not executed: other numbers are drawn
"""A draw and the keys that are split off the same key."""

import jax


def step(carried, _):
    key, x = carried
    noise = jax.random.normal(key, x.shape)
    key, other = jax.random.split(key)  # want: JOL802 (info) "made of the same random bits"
    return (key, x + noise + jax.random.uniform(other)), None


def dropped(carried, _):
    key, x = carried
    noise = jax.random.normal(key, x.shape)
    _, key = jax.random.split(key)  # want: JOL802 (info) "made of the same random bits"
    return (key, x + noise), None


def walks(key, x):
    first, second = jax.random.split(key)
    (_, x), _ = jax.lax.scan(step, (first, x), None, length=9)
    return jax.lax.scan(dropped, (second, x), None, length=9)


def prepared(space, network, key):
    policy, value = jax.random.split(key)
    example = space.sample(key)  # want: JOL802 (info) "both get the same random bits"
    return network.init(policy, example), network.init(value, example)


def requested(times, key):
    kind, node, when = jax.random.split(key, 3)
    kinds = jax.random.choice(kind, 4), jax.random.choice(node, 4)
    return kinds, times.drawn(key)  # want: JOL802 (warning) "both get the same random bits"
