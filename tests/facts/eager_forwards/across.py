"""Networks that loops call as they are: given by other files, annotated, and by flax's protocol."""

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import nnx

from networks import Net, Quick, Steps


def generate(model, tokens, n):  # a script hands it a network
    for _ in range(n):
        logits = model(tokens)  # fact: eager_forwards Net, certain
        tokens.append(int(jnp.argmax(logits)))
    return tokens


def scores(model, xs):  # handed on
    return [pair for x in xs for pair in mean(model, x)]


def mean(model, x):
    y = model(jnp.asarray(x))
    return y - 1.0, y


def every(model, xs):
    out = []
    for x in xs:
        out.append(mean(model, x))  # fact: eager_forwards Net
    return out


class Player:
    def __init__(self, model, seed):
        self.model = model
        self.seed = seed

    def play(self, games):
        for game in games:
            game.move(self.model(game.board))  # fact: eager_forwards Net, certain


def said(model: eqx.Module, module: nn.Module, params, xs):
    for x in xs:
        model(x)  # fact: eager_forwards model
    for x in xs:
        module.apply({"params": params}, x)  # fact: eager_forwards module.apply


def by_protocol(state, xs):
    for x in xs:
        state.apply_fn({"params": state.params}, x)  # fact: eager_forwards state.apply_fn, certain


def compiled(xs):
    quick, net = Quick(0), nnx.jit(Net(0))
    for x in xs:
        quick(x)
        net(x)


def few(xs: jax.Array, net: Net):
    for _ in range(3):
        net(xs)


@jax.jit
def unrolled(params, module: nn.Module, xs):
    for k in range(40):
        xs = module.apply({"params": params}, xs + k)
    return xs


def of_unknown(model, xs):
    for x in xs:
        model.apply(x)
        Steps(model)(x)
