# not executed: what is shown is how much a wait matters
"""Turns that build on nothing: each waits for what it hands out, much of it, or again and again."""

import jax
import jax.numpy as jnp
import numpy as np


def loss(logits, labels):
    shifted = logits - jnp.max(logits, axis=-1, keepdims=True)
    total = jnp.log(jnp.sum(jnp.exp(shifted), axis=-1))
    picked = jnp.take_along_axis(shifted, labels[..., None], axis=-1)[..., 0]
    return jnp.mean(jnp.where(labels >= 0, total - picked, 0.0))


def evaluated(weights, batches):
    total = 0.0
    for inputs, labels in batches:
        logits = jnp.asarray(inputs) @ weights
        total += float(loss(logits, jnp.asarray(labels)))  # want: JOL402 (info)
    return total


def means(rows, ends):
    found = []
    for begin, end in ends:
        found.append(float(jnp.nanmean(jnp.abs(rows[begin:end]))))  # want: JOL402 (info)
    return found


def norms(rows, ends):
    found = []
    for begin, end in ends:
        found.append(float(jnp.nanmean(jnp.abs(rows[begin:end]))))  # want: JOL402 (info)
    return found


def all_norms(many):
    kept = []
    for rows, ends in many:
        kept.append(min(norms(jnp.asarray(rows), ends)))
    return kept


def products(read, names, size):
    gram = np.zeros((size * len(names), size * len(names)))
    for i, one in enumerate(names):
        rows = jnp.array(read(one))
        for j, other in enumerate(names):
            columns = jnp.abs(jnp.array(read(other)))
            gram[i * size : (i + 1) * size, j * size : (j + 1) * size] = rows @ columns  # want: JOL402 (info)
    return gram


@jax.jit
def compiled_loss(weights, inputs, labels):
    return loss(inputs @ weights, labels)


def an_epoch(weights, epochs, batches):
    shown = []
    for _ in range(epochs):
        total = jnp.zeros(())
        for inputs, labels in batches:
            total = total + compiled_loss(weights, inputs, labels)
        # A loop of many steps lies in front, of which one more wait is a small part.
        weights = weights - 0.1 * jnp.abs(jnp.tanh(jnp.exp(weights) - 1.0) + total) / 2.0
        shown.append(float(jnp.max(weights)))  # want: JOL402 (info)
    return weights, shown


def layer_by_layer(weights, token):
    written, x = [], jnp.zeros(8)
    for _ in range(200):
        x = x.at[token].add(1.0)
        for layer in weights:
            x = jnp.tanh(layer @ x)
        token = int(jnp.argmax(x))  # want: JOL402 (info)
        written.append(token)
    return written


def few_as_it_stands(weights, turns=3):
    shown = []
    for _ in range(turns):
        weights = weights - 0.1 * jnp.abs(jnp.tanh(jnp.exp(weights) - 1.0)) / 2.0
        shown.append(float(jnp.max(weights)))  # want: JOL402 (info)
    return weights, shown
