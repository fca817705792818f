"""Transforms that are told, options that are not seen, and layers without variables."""

import flax.linen as nn


class Shift(nn.Module):
    def __call__(self, carry, row):
        return carry + row, carry


OPTIONS = {"variable_broadcast": "params", "split_rngs": {"params": False}}


class Reader(nn.Module):
    @nn.compact
    def __call__(self, carry, rows):
        cell = nn.scan(
            nn.GRUCell, variable_broadcast="params", split_rngs={"params": False}, in_axes=1
        )(features=8)
        many = nn.vmap(
            nn.Dense, variable_axes={"params": 0}, split_rngs={"params": True}, in_axes=None
        )
        given = nn.scan(nn.GRUCell, **OPTIONS)
        shift = nn.scan(Shift, in_axes=0)
        return cell(carry, rows), many(3)(rows), given(8)(carry, rows), shift()(carry, rows)
