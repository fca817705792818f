# not executed: its environment is unknown, only the findings and the form of the fix are looked at
"""Functions that only compute, which a loop on the host runs operation by operation."""

import random
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Body(NamedTuple):
    place: jax.Array
    speed: jax.Array


@jax.jit
def values(params, x):
    # two hidden layers
    h = jnp.tanh(x @ params["w1"] + params["b1"])
    h = jnp.tanh(h @ params["w2"] + params["b2"])
    return h @ params["w3"] + params["b3"]


def act(params, env, steps):
    state, total = env.reset(), 0.0
    for _ in range(steps):
        if random.random() < 0.9:
            action = int(jnp.argmax(values(params, jnp.asarray(state))))
        else:
            action = random.randrange(4)
        state, reward = env.step(action)
        total += reward
    return total


@jax.jit
def kick(body, dt):
    pull = -jnp.sin(body.place) * jnp.exp(-(body.place**2))
    speed = body.speed + dt * pull
    return Body(body.place + 0.5 * dt * (speed + body.speed), speed)


def follow(body: Body, log):
    for turn in range(1000):
        body = kick(body, 0.1)
        log.write(f"{turn} {float(body.place[0])}")
        if float(body.place[0]) > 3.0:
            log.flush()
    return body


def distance(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2)) + jnp.sum(jnp.abs(x - y)) - jnp.max(x) * jnp.min(y)


def watched(rows, target):
    for epoch in range(1000):
        rows = rows - 0.01 * jax.vmap(distance, in_axes=(0, None))(rows, target)[:, None]
        print(epoch, rows.mean())
