# not executed: the texts are elsewhere
"""Batches that are padded to the longest of their own rows."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("some-model")


@partial(jax.jit, static_argnames="rate")
def train_step(params, tokens, targets, rate):
    grads = jax.grad(lambda p: jnp.mean((p[tokens] - targets) ** 2))(params)
    return params - rate * grads


def padded(rows, pad):
    longest = max(len(row) for row in rows)
    tokens = np.full((len(rows), longest), pad, dtype=np.int32)
    for i, row in enumerate(rows):
        tokens[i, : len(row)] = row
    return tokens[:, :-1], tokens[:, 1:].copy()


def train(params, groups, sample):
    for group in groups:
        # As many programs as there are lengths.
        inputs, targets = padded(sample(group), 0)
        inputs = jax.device_put(jnp.array(inputs))
        params = train_step(params, inputs, targets, rate=0.1)  # want: JOL119 (info) "`targets` is"
    return params


@jax.jit
def embed(params, ids):
    return params[ids].mean(axis=1)


def embed_all(params, texts, size):
    out = []
    for start in range(0, len(texts), size):
        batch = tokenizer(texts[start : start + size], padding=True, return_tensors="np")
        out.append(np.asarray(embed(params, batch["input_ids"])))  # want: JOL119 (info) "longest"
    return np.concatenate(out)


def embed_lists(params, batches):
    out = []
    for rows in batches:
        longest = max(map(len, rows))
        ids = np.array([row + [0] * (longest - len(row)) for row in rows])
        out.append(embed(params, ids))  # want: JOL119 (info) "`ids` is as long as"
    return out
