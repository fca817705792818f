# not executed: the drawn numbers change on purpose
"""A draw and the new keys of one key: what is made of these shows nothing of the draw, also where
each step does so, and who draws first cannot have meant a key that is made afterwards."""

import jax
from jax import random


def once_for_a_batch(key, batch):
    shift = random.uniform(key, batch.shape)
    first, second = random.split(key)  # want: JOL802 (info) "made of the same random bits"
    return batch + shift, random.normal(first), random.normal(second)


def on_every_turn(key, batches):
    out = []
    for batch in batches:
        out.append(batch + random.normal(key, batch.shape))
        key, _ = random.split(key)  # want: JOL802 (info) "made of the same random bits"
    return out


def returned(key, position):
    position = position + random.normal(key, position.shape)
    key, _ = random.split(key)  # want: JOL802 (info) "made of the same random bits"
    return position, key


def returned_in_a_record(key, position):
    noise = jax.vmap(lambda one: random.normal(one, (3,)))(key)
    rest, _ = jax.vmap(random.split, out_axes=1)(key)  # want: JOL802 (info) "not independent"
    return {"position": position + noise, "key": rest}


def packed_and_returned(key, position):
    noise = random.normal(key, position.shape)
    rest, _ = random.split(key)  # want: JOL802 (info) "made of the same random bits"
    state = {"key": rest, "position": position + noise}
    return state, noise


class Walker:
    def __init__(self, seed):
        self.key = random.key(seed)

    def walk(self, position):
        position = position + random.normal(self.key, position.shape)
        self.key, _ = random.split(self.key)  # want: JOL802 (info) "made of the same random"
        return position


def walks(key, position, steps):
    def step(carry, _):
        position, key = carry
        key, now = random.split(key)
        position = position + random.normal(now, position.shape)
        apart = random.split(now, 4)  # want: JOL802 (info) "made of the same random bits"
        return (position, key), jax.vmap(random.normal)(apart)

    return jax.lax.scan(step, (position, key), length=steps)


def only_where_it_moves(key, moves):
    starts = random.bernoulli(key, 0.1)

    def start(_):
        own, _ = random.split(key)
        return random.uniform(own)

    return jax.lax.cond(moves & starts, start, lambda _: 0.0, None)  # want: JOL802 (info)
