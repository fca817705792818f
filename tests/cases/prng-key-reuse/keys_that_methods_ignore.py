# not executed: nothing is rewritten
"""Methods that take a key only because others of their name do, and never read it."""

import jax


class Sampler:
    def update_params(self, key, params, sample):
        raise NotImplementedError

    def stream(self, key, params):
        first, second = jax.random.split(key)
        sample = jax.random.normal(first, (3,)) + jax.random.normal(second, (3,))
        return self.update_params(key, params, sample), sample


class Fixed(Sampler):
    def update_params(self, key, params, sample):
        del key
        return params


class Pole:
    @classmethod
    def reset(cls, key):
        return jax.random.normal(key, (4,))

    @classmethod
    def step(cls, key, state, action):
        return state + action


def shown(steps, agents):
    pole = Pole()
    key = jax.random.key(0)
    key, first = jax.random.split(key)
    state = pole.reset(first)
    for i in range(steps):
        keys = jax.random.split(key, agents)
        state = pole.step(keys, state, 1.0)
        if i % 100 == 0:
            key, again = jax.random.split(key)
            state = pole.reset(again)
    return state
