import functools
from functools import partial

import jax
from flax import linen as nn
from flax import nnx
from jax import jit
from jax import lax


@jax.jit
def plain(x, y):  # staged: jitted  # traced: x y
    return x + y


@partial(jax.jit, static_argnames=("n",), donate_argnums=0)
def with_options(x, n, flag=True):  # staged: jitted  # traced: x
    return x


@jax.jit(static_argnums=1)
def factory(x, n):  # staged: jitted  # traced: x
    return x


OPTIONS = ("mode",)


@functools.partial(jit, static_argnames=OPTIONS)
def constant_options(x, mode):  # staged: jitted  # traced: x
    return x


def by_call(x):  # staged: jitted  # traced: x
    return helper(x)


def helper(x):  # staged: jitted
    return x


compiled = jit(by_call)


def bound(config, x):  # staged: jitted  # traced: x
    return x


step = jax.jit(partial(bound, {}))


def keyword_bound(x, *, train):  # staged: jitted  # traced: x
    return x


stepped = jax.jit(functools.partial(keyword_bound, train=True))


def body(carry, x):  # staged: scanned  # traced: carry x
    return carry, x


def outer(xs):  # staged: no
    return lax.scan(body, 0, xs)


def on_host(x):  # staged: no
    print(x)


@jax.jit
def calls_back(x):  # staged: jitted  # traced: x
    jax.debug.callback(on_host, x)
    return x


def only_differentiated(p):  # staged: no
    return p


gradient = jax.grad(only_differentiated)


def unknown_statics(x, n):  # staged: jitted  # traced:
    return x


def make(numbers):
    return jax.jit(unknown_statics, static_argnums=numbers)


class Agent:
    def __init__(self):
        self._update = jax.jit(self._update_impl, static_argnums=(1,))

    def _update_impl(self, state, mode):  # staged: jitted  # traced: state
        return state

    @partial(jax.jit, static_argnums=0)
    def act(self, x):  # staged: jitted  # traced: x
        return x

    def update(self, state):  # staged: no
        return self._update(state, 1)


class Module(nn.Module):
    @nn.jit
    def __call__(self, x):  # staged: jitted  # traced: x
        return x


@nnx.jit
def nnx_step(model, batch):  # staged: jitted  # traced:
    return batch
