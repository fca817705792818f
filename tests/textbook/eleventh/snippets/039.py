from functools import partial

import jax
import jax.numpy as jnp


class Controller:
    def __init__(self, gain):
        self.gain = gain

    @partial(jax.jit, static_argnums=0)
    def act(self, state, target):
        return self.gain * (target - state)


controller = Controller(gain=0.5)
state = jnp.zeros(2)
target = jnp.array([1.0, -1.0])
for step in range(30):
    if step == 10:
        controller.gain = 0.1
    state = state + controller.act(state, target)
print(state)
