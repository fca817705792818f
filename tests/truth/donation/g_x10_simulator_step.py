"""A simulator's step: its states are small and their users may keep old ones."""

import jax


class GymLike:
    def __init__(self, env, key):
        self._env = env

        def step(state, action):
            state = self._env.step(state, action)
            info = {**state.metrics, **state.info}
            return state, state.obs, state.reward, state.done, info

        self._step = jax.jit(step)
        self._state = env.reset(key)

    def step(self, action):
        self._state, obs, reward, done, info = self._step(self._state, action)
        return obs, reward, done, info
