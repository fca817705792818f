# not executed: a policy is asked for that nobody gives
"""Keys that go through tuples, branches, gradients and functions that read them from around them."""
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import random


class State(NamedTuple):
    x: jax.Array
    key: jax.Array


def packed(key, x):
    def step(carry, _):
        rng, x = carry
        rng, sub = random.split(rng)
        return (rng, x + random.normal(sub, x.shape)), None

    start = random.normal(key, x.shape)
    carry = (key, start)
    return jax.lax.scan(step, carry, length=3)  # want: JOL802 "used up by `random.normal`"


def unpacked(keys):
    first, second = keys
    noise = random.normal(first, (3,))
    return noise + random.uniform(keys[0], (3,)) + random.uniform(second)  # want: JOL802


def branched(key, logits, env, greedy):
    key, draw = random.split(key)
    action = jax.lax.cond(
        greedy,
        lambda key, logits: jnp.argmax(logits),
        random.categorical,
        draw,
        logits,
    )
    return key, env.step(draw, action)  # want: JOL802 (info) "used up by `random.categorical`"


def from_around(params, batch, key):
    key, draw = random.split(key)
    kept = random.bernoulli(draw, 0.5, batch.shape)

    def loss(params):
        noise = random.normal(draw, batch.shape)
        return jnp.mean((params * kept - noise) ** 2)

    return jax.grad(loss)(params), key  # want: JOL802 "used up by `random.bernoulli`"


def mapped(key, xs):
    keys = random.split(key, len(xs))
    noise = jax.vmap(random.normal)(keys)
    return xs + noise + jax.vmap(random.uniform)(keys)  # want: JOL802 "draw from the same"


def handed_twice(env, policy, key):
    key, look, move = random.split(key, 3)
    seen = env.observation(key=look)
    mask = env.action_mask(key=look)  # want: JOL802 (info) "was given to `env.observation`"
    return policy(seen, mask, key=move), key


def scaled(key, x):
    return x * random.normal(key, x.shape)


def of_an_object(state, x):
    moved = scaled(state.key, x)
    return moved + random.uniform(state.key, x.shape)  # want: JOL802 "used up by `scaled`"


def checked(is_key, env, key):
    assert is_key(key)
    if not is_key(key) or env.closed(key):
        return None
    return random.normal(key, (3,))


def fine(env, key, x):
    # What is lost was no use of the key; a record keeps it; one function sees two things alike.
    lost = random.normal(key, (3,))
    lost = random.uniform(key, (3,))
    key, look = random.split(key)
    return State(x + lost, key), env.observation(x, key=look), env.observation(-x, key=look)
