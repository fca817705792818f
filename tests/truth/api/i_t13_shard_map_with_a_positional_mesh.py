"""The experimental `shard_map`, the mesh given by position."""

import functools

from jax.experimental.shard_map import shard_map  # want: JOL604
from jax.sharding import PartitionSpec


def kernel(q, kv, lengths, *, scale):
    return q * scale + kv.sum() + lengths.sum()


def attend(q, kv, lengths, mesh, scale):
    return shard_map(
        functools.partial(kernel, scale=scale),
        mesh,
        in_specs=(PartitionSpec("x"), PartitionSpec("x"), PartitionSpec()),
        out_specs=PartitionSpec("x"),
        check_rep=False,
    )(q, kv, lengths)
