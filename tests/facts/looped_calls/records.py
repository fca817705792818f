"""Functions that only compute, of arrays that come in objects made of fields."""

from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import flax.struct
import jax
import jax.numpy as jnp


class Body(NamedTuple):
    place: jax.Array
    speed: jax.Array
    turns: int = 0


@partial(jax.tree_util.register_dataclass, data_fields=["gain", "table"], meta_fields=[])
@dataclass
class Field:
    gain: jax.Array
    table: dict


@flax.struct.dataclass
class World:
    body: Body
    time: jax.Array


def pull(place, field):
    return -field.gain * jnp.sin(place) * jnp.exp(-(place**2)) + field.table.get("bias", 0.0)


def kick(body, field, dt):
    speed = body.speed + dt * pull(body.place, field)
    place = body.place + 0.5 * dt * (speed + body.speed)
    return body._replace(place=place, speed=speed)


def follow(body: Body, field: Field, n):
    for _ in range(n):
        body = kick(body, field, 0.1)  # fact: looped_calls 13 of kick
        if float(body.place[0]) > 3.0:
            break
    return body


def evolve(world, field: Field):
    place, speed, _ = kick(world.body, field, 0.1)
    return replace(world, body=Body(place, speed), time=world.time + 0.1)


def simulate(field: Field, n):
    world = World(Body(jnp.ones(3), jnp.zeros(3)), jnp.zeros(()))
    for _ in range(n):
        world = evolve(world, field)  # fact: looped_calls 14 of evolve
        print(float(world.body.place[0]))
    return world


class Counter:
    def __init__(self):
        self.seen = []

    def measure(self, x):
        y = jnp.sin(x) + jnp.cos(x) * jnp.exp(-x) - jnp.tanh(x) / 2.0
        self.seen.append(y)  # it does more than to compute
        return y


def gathered(xs):
    counter = Counter()
    for x in xs:
        print(float(counter.measure(jnp.asarray(x)).sum()))
    return counter.seen
