# not executed: nothing of it is rewritten
"""What loops fetch and hand back: by a call, under a name, by themselves, and numbers of the host."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def policy(params, obs):
    return jnp.tanh(obs @ params)


def rollout(params, env, obs):
    kept = []
    while not env.done:
        logits = policy(params, obs)
        scores = jax.nn.log_softmax(np.array(logits))  # want: JOL411 "only to be handed back"
        obs = env.step(scores)
        kept.append(scores)
    return kept


def by_name(params, batches):
    for batch in batches:
        out = np.asarray(policy(params, batch))
        params = params - jnp.mean(jnp.asarray(out))  # want: JOL411 "`out` was on the device"
    return params


def carried(params, turns):
    state = np.zeros(100)
    for _ in range(turns):
        # A turn fetches what the next one hands over.
        state = np.asarray(policy(params, state))  # want: JOL411 "back to it by `policy`"
    return state


def worked_out(params, batches):
    for batch in batches:
        out = jax.device_get(policy(params, batch))
        mean = np.mean(out, axis=0)
        params = params - jnp.asarray(mean)  # want: JOL411 "`mean` was on the device"
    return params


def of_the_host(params, obs):
    for t in np.linspace(0.0, 1.0, 200):
        at = jnp.asarray(t)
        params = policy(params, obs) * float(at)  # want: JOL411 "was on the host"
    return params


class Simulation:
    def __init__(self, params, size):
        self.params = params
        self.state = np.zeros(size)

    def advance(self):
        # Others may read the attribute: for information.
        self.state = np.asarray(policy(self.params, self.state))  # want: JOL411 "hands it back"


def driven(params, turns):
    simulation = Simulation(params, 4096)
    for _ in range(turns):
        simulation.advance()
    return simulation.state


def gathered(params, env, obs):
    taken = []
    while not env.done:
        action = np.array(policy(params, obs))
        obs = env.step(action)
        taken.append(action)
    return jnp.array(taken)  # want: JOL411 "`taken` was on the device"


def typed(x, t: float):
    return jnp.asarray(x), jnp.asarray(t)


def one_step(field, x, t: float):
    x, at = typed(x, t)
    return x + field(x, float(at))  # want: JOL411 "`at` was on the host"
