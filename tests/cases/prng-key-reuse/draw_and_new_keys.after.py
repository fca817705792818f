# not executed: the drawn numbers change on purpose
"""A draw and the new keys of one key: what is made of these shows nothing of the draw, also where
each step does so, and who draws first cannot have meant a key that is made afterwards."""

import jax
from jax import random


def once_for_a_batch(key, batch):
    key_1, key_2 = random.split(key)
    shift = random.uniform(key_1, batch.shape)
    first, second = random.split(key_2)
    return batch + shift, random.normal(first), random.normal(second)


def on_every_turn(key, batches):
    out = []
    for batch in batches:
        key_1, key_2 = random.split(key)
        out.append(batch + random.normal(key_1, batch.shape))
        key, _ = random.split(key_2)
    return out


def returned(key, position):
    key_1, key_2 = random.split(key)
    position = position + random.normal(key_1, position.shape)
    key, _ = random.split(key_2)
    return position, key


def returned_in_a_record(key, position):
    noise = jax.vmap(lambda one: random.normal(one, (3,)))(key)
    rest, _ = jax.vmap(random.split, out_axes=1)(key)
    return {"position": position + noise, "key": rest}


def packed_and_returned(key, position):
    key_1, key_2 = random.split(key)
    noise = random.normal(key_1, position.shape)
    rest, _ = random.split(key_2)
    state = {"key": rest, "position": position + noise}
    return state, noise


class Walker:
    def __init__(self, seed):
        self.key = random.key(seed)

    def walk(self, position):
        position = position + random.normal(self.key, position.shape)
        self.key, _ = random.split(self.key)
        return position


def walks(key, position, steps):
    def step(carry, _):
        position, key = carry
        key, now = random.split(key)
        now_1, now_2 = random.split(now)
        position = position + random.normal(now_1, position.shape)
        apart = random.split(now_2, 4)
        return (position, key), jax.vmap(random.normal)(apart)

    return jax.lax.scan(step, (position, key), length=steps)


def only_where_it_moves(key, moves):
    starts = random.bernoulli(key, 0.1)

    def start(_):
        own, _ = random.split(key)
        return random.uniform(own)

    return jax.lax.cond(moves & starts, start, lambda _: 0.0, None)
