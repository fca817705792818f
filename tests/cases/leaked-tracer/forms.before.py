# not executed: the originals leak tracers
from functools import partial

import jax
import jax.numpy as jnp

HISTORY = []
LAST = None
SEEN: dict = {}


class Agent:
    def __init__(self, params):
        self.params = params
        self.losses = []
        self.step = jax.jit(self._step)

    def loss(self, params, x):
        return jnp.mean((x @ params) ** 2)

    @partial(jax.jit, static_argnums=(0,))
    def update(self, params, x):
        loss, grads = jax.value_and_grad(self.loss)(params, x)
        self.params = params - 0.1 * grads  # want: JOL804 "`self.params` keeps a traced value"
        self.losses.append(loss)  # want: JOL804 "`self.losses`"
        self._remember(jnp.max(loss))
        return loss

    def _remember(self, value):
        self.largest = jnp.maximum(value, 0.0)  # want: JOL804 "`self.largest`"

    def _step(self, x):
        self.mean, self.count = jnp.mean(x), 3  # want: JOL804 "`self.mean`"
        return x

    def train(self, xs):
        def body(carry, x):
            self.latest = carry * x  # want: JOL804 "`self.latest`"
            return carry + x, x

        return jax.lax.scan(body, 0.0, xs)

    def report(self):
        return float(self.params.sum()), self.losses, self.latest, self.mean


@jax.jit
def recorded(x):
    global LAST
    LAST = jnp.sin(x)  # want: JOL804 "`LAST`"
    HISTORY.append(x)  # want: JOL804 "`HISTORY`"
    SEEN["x"] = x * 2  # want: JOL804 "SEEN"
    return x


def run(xs):
    losses = []
    last = None

    @jax.jit
    def step(x):
        nonlocal last
        last = x + 1  # want: JOL804 "`last`"
        losses.append(jnp.sum(x))  # want: JOL804 "`losses` keeps"
        return x * 2

    for x in xs:
        step(x)
    return losses, last


@jax.jit
def inner_trace(xs):
    partial_sums = []

    def body(carry, x):
        partial_sums.append(carry + x)  # want: JOL804 "`partial_sums`"
        return carry + x, None

    total, _ = jax.lax.scan(body, 0.0, xs)
    return total, partial_sums[-1]
