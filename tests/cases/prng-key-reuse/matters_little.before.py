# not executed: what is shown is how much a reuse matters
"""Reuses of a key of which nobody is the worse: what is warmed up, printed, or drawn of children."""

import jax
import jax.numpy as jnp


def simulate(key, x):
    noise, rest = jax.random.split(key)
    return x + jax.random.normal(noise, x.shape) + jax.random.uniform(rest)


def warmed_up(key, x, steps):
    run = jax.jit(simulate)
    run(key, x)
    for _ in range(steps):
        key, sub = jax.random.split(key)  # want: JOL802 (info)
        x = run(sub, x)
    return x


def kept(key, x, steps):
    run = jax.jit(simulate)
    first = run(key, x)
    for _ in range(steps):
        key, sub = jax.random.split(key)  # want: JOL802 (info)
        x = run(sub, x)
    return x, first


def shown(key):
    first = jax.random.normal(key, (3,))
    again = jax.random.uniform(key, (3,))  # want: JOL802 (info)
    print("again", again)
    return first


def shown_and_returned(key):
    first = jax.random.normal(key, (3,))
    again = jax.random.uniform(key, (3,))  # want: JOL802 (warning)
    print("again", again)
    return first, again


def chosen(key, items):
    start = jax.random.choice(key, items)
    return start, jax.random.normal(key, (3,))  # want: JOL802 (info) "does not promise"


def chosen_by_weights(key, items, weights):
    start = jax.random.choice(key, items, p=weights)
    return start, jax.random.normal(key, (3,))  # want: JOL802 (warning)


def place_found(key, queue, waiting):
    first = jnp.where(waiting > 0, size=1)[0]
    for at in first:
        queue = queue.at[at].set(jax.random.exponential(key))
    return queue


def places_found(key, queue, waiting):
    two = jnp.where(waiting > 0, size=2)[0]
    for at in two:
        queue = queue.at[at].set(jax.random.exponential(key))  # want: JOL802 (warning)
    return queue
