"""The crops of one example go through a model a few at a time, and their logits are summed."""

import functools

import jax
import jax.numpy as jnp
from flax import linen as nn


def test_step(state, batch, *, network, chunk, softmax=False):
    total = jnp.zeros(batch["label"].shape[1])
    crops = batch["inputs"].shape[0]
    variables = {"params": state.params, **state.model_state}
    for i in range(0, crops, chunk):  # want: JOL202
        some = batch["inputs"][i : i + chunk]
        logits = network.apply(variables, some, train=False, mutable=False)
        if softmax:
            logits = nn.softmax(logits, axis=-1)
        logits = jnp.sum(logits, axis=0)
        total = total + logits
    total = total / crops
    return jnp.expand_dims(total, axis=0)


def make(network, chunk):
    return jax.pmap(functools.partial(test_step, network=network, chunk=chunk), axis_name="batch")
