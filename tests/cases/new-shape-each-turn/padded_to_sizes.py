"""Rows that are padded once for all batches, or to one of a few sizes."""

import jax
import jax.numpy as jnp
import numpy as np
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("some-model")


@jax.jit
def embed(params, ids):
    return params[ids].mean(axis=1)


def of_all(params, rows, epochs):
    longest = max(len(row) for row in rows)
    ids = np.zeros((len(rows), longest), dtype=np.int32)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = row
    for _ in range(epochs):
        params = params + embed(params, ids).mean()
    return params


def of_sizes(params, batches):
    out = []
    for rows in batches:
        longest = max(len(row) for row in rows)
        size = (longest + 63) // 64 * 64
        ids = np.zeros((len(rows), size), dtype=np.int32)
        for i, row in enumerate(rows):
            ids[i, : len(row)] = row
        out.append(embed(params, jnp.asarray(ids)))
    return out


def of_texts(params, texts, size):
    out = []
    for start in range(0, len(texts), size):
        part = texts[start : start + size]
        batch = tokenizer(part, padding="max_length", max_length=128, return_tensors="np")
        out.append(embed(params, batch["input_ids"]))
        more = tokenizer(part, padding=True, pad_to_multiple_of=64, return_tensors="np")
        out.append(embed(params, more["input_ids"]))
    return out
