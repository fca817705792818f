# not executed: there is no fix
"""Parameters that a model is applied with, captured: large where the model is."""

import functools

import flax.linen as nn
import jax
import jax.numpy as jnp
from diffusers.models import FlaxAutoencoderKL


class Block(nn.Module):
    @nn.compact
    def __call__(self, x):
        return x + nn.SelfAttention(num_heads=4)(nn.LayerNorm()(x))


class Small(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(1)(jnp.tanh(nn.Dense(16)(x)))


MODELS = {"reader": Block, "writer": Block}


def sampled(key, batch, name):
    model = MODELS[name]()
    params = model.init(key, batch)["params"]
    draw = jax.jit(lambda x: model.apply({"params": params}, x))  # want: JOL113 (warning) "`params` from around it"
    return draw(batch)


def small(key, batch):
    model = Small()
    params = model.init(key, batch)["params"]
    draw = jax.jit(lambda x: model.apply({"params": params}, x))  # want: JOL113 (info) "`params` from around it"
    return draw(batch)


def given(model, params, batch):
    draw = jax.jit(lambda x: model.apply({"params": params}, x))  # want: JOL113 (info) "`params` from around it"
    return draw(batch)


def encoded(model, params, images):
    return model.apply({"params": params}, images, method=FlaxAutoencoderKL.encode)


def bound(images):
    model, params = FlaxAutoencoderKL.from_pretrained("some/where")
    encode = jax.pmap(functools.partial(encoded, model, params))  # want: JOL113 (warning) "`partial` binds arrays of `params`"
    return encode(images)
