"""A helper pads and encodes each batch; another one makes numbers of what the step gave."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(params, inputs, labels):
    grads = jax.grad(lambda p: jnp.mean((inputs @ p - labels) ** 2))(params)
    return params - 0.1 * grads, grads


def prepare(batch, length, vocabulary):
    if len(batch) == 2:
        tokens, labels = batch
        extra = {}
    elif len(batch) == 3:
        tokens, labels, extra = batch
    else:
        raise ValueError("no such batch")
    tokens = jnp.asarray(np.asarray(tokens))
    missing = length - tokens.shape[1]
    if missing > 0:
        tokens = jnp.pad(tokens, ((0, 0), (0, missing)))  # want: JOL208 "up to 6 operations \(`pad`, "
    inputs = jax.nn.one_hot(tokens, vocabulary)
    inputs = inputs.reshape(len(tokens), -1).astype(float)
    labels = jnp.asarray(np.asarray(labels))
    labels = jnp.eye(10)[labels]
    return inputs, labels, extra


def train(params, loader, epochs):
    norms = []
    for _ in range(epochs):
        for batch in loader:
            inputs, labels, _ = prepare(batch, 64, 32)
            params, grads = train_step(params, inputs, labels)
            norms.append(np.asarray(grads))
    return params, norms
