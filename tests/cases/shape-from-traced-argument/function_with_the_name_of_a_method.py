import jax


class Wrapper:
    def __init__(self, env, backend=None):
        self.env = env
        self.state = None

        def step(state, action):
            return env.step(state, action)

        self._step = jax.jit(step, backend=backend)

    def step(self, action):
        for _ in range(action):
            self.state = self._step(self.state, action)
        return self.state
