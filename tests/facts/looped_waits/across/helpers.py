import jax
import jax.numpy as jnp
import numpy as np

from further import Base

STEPS = 100
TURNS = 4


@jax.jit
def advance(x):
    return x * 0.9


def shown(x):
    return np.asarray(jnp.tanh(x)).tolist()


def loss_of(x):
    return jnp.mean(jnp.square(jnp.asarray(x)))


def size_of(x):
    return float(x.shape[0]) if x.ndim else 0.0


def passes(x, verbose):
    if verbose:
        print(float(x))
    return x


class Solver:
    def __init__(self, rate):
        self.rate = rate

    def step(self, x):
        return advance(x) - self.rate * jnp.sin(jnp.asarray(x))

    def done(self, x):
        return bool(jnp.all(x < 1e-3))


class Meter(Base):
    pass


class Plain:
    def __init__(self):
        self.kept = []

    def add(self, x):
        self.kept.append(x)
