"""The compiled `step` is a local function; the method of that name is plain Python."""

import jax


class Wrapped:
    def __init__(self, env, seed):
        self._env = env
        self._key = jax.random.key(seed)

        def reset(key):
            first, second = jax.random.split(key)
            state = self._env.reset(second)
            return state, state.obs, first

        self._reset = jax.jit(reset)

        def step(state, action):
            state = self._env.step(state, action)
            return state, state.obs, state.reward

        self._step = jax.jit(step)
        self._state = None

    def reset(self):
        self._state, obs, self._key = self._reset(self._key)
        return obs

    def step(self, action):
        self._state, obs, reward = self._step(self._state, action)
        return obs, reward
