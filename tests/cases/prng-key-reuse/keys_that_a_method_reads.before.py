# not executed: no fix, as the uses do not follow each other in one block
"""Of several methods of a name one reads its key."""

import jax


class Sampler:
    def update_params(self, key, params, sample):
        raise NotImplementedError

    def stream(self, key, params):
        first, second = jax.random.split(key)
        sample = jax.random.normal(first, (3,)) + jax.random.normal(second, (3,))
        return self.update_params(key, params, sample), sample  # want: JOL802 (info) "same random"


class Fixed(Sampler):
    def update_params(self, key, params, sample):
        return params


class Moving(Sampler):
    def update_params(self, key, params, sample):
        return params + jax.random.normal(key, params.shape)


class Pole:
    @staticmethod
    def reset(key):
        return jax.random.normal(key, (4,))

    @staticmethod
    def step(key, state, action):
        return state + action * jax.random.normal(key, state.shape)


def shown(steps):
    pole = Pole()
    key = jax.random.key(0)
    state = pole.reset(jax.random.key(1))
    for i in range(steps):
        first, _ = jax.random.split(key)
        state = pole.step(first, state, 1.0)
        if i % 100 == 0:
            key, again = jax.random.split(key)  # want: JOL802 (warning) "the same keys"
            state = pole.reset(again)
    return state
