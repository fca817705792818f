# not executed: reported, there is no rewrite
"""What stores the later value may be called anything: who calls it when, decides."""

import jax
import jax.numpy as jnp

RATE = 0.1
DECAY = 0.9
SHIFT = 1.0


@jax.jit
def step(x):
    x = DECAY * x  # want: JOL111 (info) "what `configure` assigns later"
    x = x - RATE  # want: JOL111 (warning) "what `load_rate` assigns later"
    return x + SHIFT


def configure(value):
    global DECAY
    DECAY = value


def load_rate(value):
    global RATE
    RATE = value


def shifted():
    global SHIFT
    SHIFT = 2.0


def train(x, values):
    for value in values:
        load_rate(value)
        x = step(x)
    return x


shifted()
print(train(jnp.ones(3), (0.1, 0.2)))
