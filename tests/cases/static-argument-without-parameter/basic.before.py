# not executed: the originals raise
from functools import partial

import jax
import jax.numpy as jnp

OPTIONS = ("rate", "warmup")


# The flag for evaluation was taken away some time ago.
@partial(jax.jit, static_argnames=["apply_fn", "criterion", "evaluate"])  # want: JOL120 "evaluate"
def loss_of(params, graph, target, apply_fn, criterion):
    return criterion(apply_fn(params, graph), target)


@partial(jax.jit, static_argnums=(4,))  # want: JOL120 "position 4"
def many_steps(params, xs, ys, count=10):
    return jax.lax.fori_loop(0, count, lambda i, p: p - xs[i] * ys[i], params)


def update(params, rate):
    return params * rate


fast = jax.jit(update, static_argnames=OPTIONS)  # want: JOL120 "warmup"
doubled = jax.jit(lambda x: 2 * x, donate_argnums=1)  # want: JOL120 "the lambda"


class Trainer:
    def __init__(self):
        # `self` is bound already.
        self.step = jax.jit(self._step, donate_argnums=(2,))  # want: JOL120 "position 2"
        self.eval = jax.jit(self._step, static_argnames="mode")  # want: JOL120 "mode"

    def _step(self, state, batch):
        return state + batch

    @partial(jax.jit, static_argnums=(0, 3))  # want: JOL120 "position 3"
    def predict(self, x, width):
        return jnp.pad(x, width)


def make(scale):
    def inner(x):
        return x * scale

    return jax.jit(inner, donate_argnums=(0,), static_argnames=("scale",))  # want: JOL120
