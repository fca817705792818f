"""haliax' `named_jit` has keywords of that name."""

import equinox as eqx
import haliax
import jax


def load(cls, read, tree, mapping, on_cpu):
    shape = eqx.filter_eval_shape(cls.init, key=jax.random.key(0))
    if on_cpu:
        return haliax.shard_with_axis_mapping(read(shape, tree), mapping)
    read = haliax.named_jit(
        read, axis_resources=mapping, out_axis_resources=mapping, donate_args=(True,)
    )
    return read(shape, tree)
