"""A large population of integrate-and-fire neurons under a common rhythm."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

NEURONS = 10_000_000
STEPS = 150
DT = 0.1
TAU = 10.0
PROBES = 2000


@partial(jax.jit, donate_argnums=0)
def step(potential, gain, time):
    drive = 1.02 + 0.25 * jnp.sin(0.3 * time) * gain
    potential = potential + DT / TAU * (drive - potential)
    potential = jnp.where(potential > 1.0, 0.0, potential)
    probes = potential[:PROBES]
    return potential, probes.mean(), (probes > 0.9).mean()


class Recording:
    def __init__(self):
        self.field = []
        self.ready = []

    def add(self, field, ready):
        self.field.append(field)
        self.ready.append(ready)

    def report(self):
        field, ready = (np.asarray(jax.device_get(a)) for a in (self.field, self.ready))
        print("field mean %.4f, swing %.4f" % (field.mean(), np.ptp(field)))
        print("ready cells: at most %.4f" % ready.max())


def advance(potential, gain, n, recording):
    potential, field, ready = jax.device_get(step(potential, gain, n * DT))
    recording.add(field, ready)
    return potential


def main():
    k_start, k_gain = jax.random.split(jax.random.PRNGKey(0))
    potential = jax.random.uniform(k_start, (NEURONS,))
    gain = jax.random.uniform(k_gain, (NEURONS,), minval=0.5, maxval=1.5)
    recording = Recording()
    for n in range(STEPS):
        potential = advance(potential, gain, n, recording)
    recording.report()


if __name__ == "__main__":
    main()
