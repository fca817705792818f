"""Scores of pairs, by a helper and with a turn that differs: no fix can rewrite them."""

import jax
import jax.numpy as jnp


def score(logits, mask):
    kept = jnp.where(mask, logits, 0.0)
    return jnp.sum(jax.nn.softmax(kept)) / jnp.sum(mask)


def pairs(logits, ids, n):
    rows = []
    for i in range(n):
        row = []
        for j in range(n):  # want: JOL201 "one by one, and none needs what another has computed"
            if i == j:
                row.append(jnp.zeros(3))
                continue
            row.append(score(logits, (ids == i) | (ids == j)))
        rows.append(row)
    return rows
