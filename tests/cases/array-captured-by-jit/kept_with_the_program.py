# Programs that are exported are to have their weights in them; others are given the weights, and
# methods that keep nothing of a model hold nothing.
from functools import partial

import jax
import jax.numpy as jnp
from flax import linen as nn
from flax import nnx
from jax import export
from transformers import FlaxBertModel


def exported(model, tokens):
    graphdef, state = nnx.split(model)

    def answer(tokens):
        return nnx.merge(graphdef, state)(tokens)

    def run(state, tokens):
        return nnx.merge(graphdef, state)(tokens)

    return export.export(jax.jit(answer))(tokens), export.export(jax.jit(partial(run, state)))(tokens)


def given(model):
    graphdef, state = nnx.split(model)

    @jax.jit
    def answer(state, tokens):
        return nnx.merge(graphdef, state)(tokens)

    return partial(answer, state)


def of_a_module(key, x):
    model = nn.Dense(3)
    return jax.jit(model.apply)(model.init(key, x), x)


class Scale:
    def __init__(self, factor):
        self.factor = factor

    def scaled(self, x):
        return self.factor * x


def bound(x):
    scale = Scale(2.0)
    return jax.jit(scale.scaled)(x)


def only_its_settings(path, batch):
    model = FlaxBertModel.from_pretrained(path)

    @jax.jit
    def logits(params, batch):
        return model(**batch, params=params).last_hidden_state * model.config.scale

    return logits(model.params, jnp.asarray(batch))
