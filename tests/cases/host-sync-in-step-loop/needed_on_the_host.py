"""What goes to a simulator, a socket or a file has to be on the host on that turn."""

import socket

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def act(key, params, observation):
    key, noise = jax.random.split(key)
    return key, jnp.argmax(observation @ params + jax.random.normal(noise, params.shape[1:]))


def simulator(key, params, steps):
    env = gymnasium.make("CartPole-v1")
    observation, done = env.reset()
    for _ in range(steps):
        key, action = act(key, params, observation)
        chosen = np.asarray(action)
        observation, reward, done, info = env.step(chosen)
    return key


def simulator_by_number(key, params, env: gymnasium.Env, steps):
    observation = env.reset()
    for _ in range(steps):
        key, action = act(key, params, observation)
        observation = env.step(action.item())
    return key


def served(key, params):
    link = socket.create_connection(("localhost", 80))
    for observation in iter(link.recv, None):
        key, action = act(key, params, observation)
        link.send(np.asarray(action).tobytes())


def generated(key, params, observations):
    for observation in observations:
        key, action = act(key, params, observation)
        yield int(action)


class Actor:
    def serve(self, key, params, observations):
        for observation in observations:
            key, action = act(key, params, observation)
            self.latest = jax.device_get(action)
