# not executed: no fix, as the uses stand in two functions
"""Helpers that draw from a key of what they are given, and leave it there."""

import jax


def observe(frame, info):
    def pose():
        at, turned = jax.random.split(info["rng"])
        info["steps"] = info["steps"] + 1
        return jax.random.normal(at, (3,)), jax.random.normal(turned, (4,))

    seen = pose()
    goal, _ = jax.random.split(info["rng"])  # want: JOL802 (warning) "used up by `pose`"
    return frame, seen, jax.random.uniform(goal, (3,))


def counted(store):
    store["steps"] = store["steps"] + 1
    return store["steps"]


def step(frame, info):
    first = jax.random.normal(info["rng"], frame.shape)
    counted(info)
    info.update(seen=True)
    second = jax.random.normal(info["rng"], frame.shape)  # want: JOL802 (warning) "same random bits"
    return first + second
