# not executed: the originals raise
from dataclasses import dataclass
from functools import partial

import dataclasses
import jax
import jax.numpy as jnp


@dataclass
class ModelConfig:
    heads: int = 8
    causal: bool = True


@dataclasses.dataclass(repr=False)
class Sizes:
    rows: int = 3


def attention(q, cfg):
    return q * cfg.heads


attention = jax.jit(attention, static_argnames="cfg")


@partial(jax.jit, static_argnums=1)
def padded(x, sizes):
    return jnp.pad(x, sizes.rows)


def run(x):
    cfg = ModelConfig(heads=4)
    padded(x, Sizes())  # want: JOL106 "the dataclass `Sizes`"
    return attention(x, cfg)  # want: JOL106 "the dataclass `ModelConfig`"
