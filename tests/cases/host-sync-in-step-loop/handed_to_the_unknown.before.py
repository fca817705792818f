# not executed: it runs simulators
"""What goes to an object that nobody knows may have to be on the host, whatever it is called.

It was a near miss while `env.step` was taken for a simulator by its name.
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def act(key, params, observation):
    key, noise = jax.random.split(key)
    return key, jnp.argmax(observation @ params + jax.random.normal(noise, params.shape[1:]))


def simulator(key, params, env, steps):
    observation, done = env.reset()
    for _ in range(steps):
        key, action = act(key, params, observation)
        chosen = np.asarray(action)  # want: JOL402 (info)
        observation, reward, done, info = env.step(chosen)
    return key


def simulator_by_number(key, params, env, steps):
    observation = env.reset()
    for _ in range(steps):
        key, action = act(key, params, observation)
        observation = env.step(action.item())  # want: JOL402 (info)
    return key


def handed_on(key, params, other, observations):
    for observation in observations:
        key, action = act(key, params, observation)
        other.take(np.asarray(action).tobytes())  # want: JOL402 (info)
