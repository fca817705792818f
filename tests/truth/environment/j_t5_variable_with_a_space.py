"""A space in the name of a variable."""

import os

import flax.linen as nn
import jax

os.environ["TF_CUDNN DETERMINISTIC"] = "1"  # want: JOL901


def init(model: nn.Module, x):
    return model.init(jax.random.key(0), x)
