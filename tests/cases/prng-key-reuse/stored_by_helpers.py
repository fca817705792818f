# not executed: nothing is rewritten
"""Helpers that store the next key in the place that they take one from."""

import jax


def observe(frame, info):
    info["rng"], noise_key = jax.random.split(info["rng"])
    noisy = frame + jax.random.normal(noise_key, frame.shape)

    def pose():
        info["rng"], at, turned = jax.random.split(info["rng"], 3)
        return jax.random.normal(at, (3,)), jax.random.normal(turned, (4,))

    seen = pose()
    info["rng"], goal = jax.random.split(info["rng"])
    return noisy, seen, jax.random.uniform(goal, (3,))


def jitter(store, shape):
    store["rng"], key = jax.random.split(store["rng"])
    return jax.random.normal(key, shape)


def jitter_twice(held, shape):
    return jitter(held, shape) + jitter(held, shape)


class Arm:
    def sense(self, frame, info):
        info["rng"], key = jax.random.split(info["rng"])
        return frame + jax.random.normal(key, frame.shape)

    def step(self, frame, info):
        first = jax.random.normal(info["rng"], frame.shape)
        frame = self.sense(frame, info)
        second = jax.random.normal(info["rng"], frame.shape)
        jitter_twice(info, frame.shape)
        third = jax.random.normal(info["rng"], frame.shape)
        info.update(rng=jax.random.key(3))
        return first + second + third + jax.random.normal(info["rng"], frame.shape)
