"""Arguments of JAX functions that decide on shapes, and so must be known while tracing."""

from __future__ import annotations

# function -> positions and keywords of arguments that must be Python integers (or tuples of them)
STATIC_ARGUMENTS: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    "jax.numpy.zeros": ((0,), ("shape",)),
    "jax.numpy.ones": ((0,), ("shape",)),
    "jax.numpy.empty": ((0,), ("shape",)),
    "jax.numpy.full": ((0,), ("shape",)),
    "jax.numpy.eye": ((0, 1), ("N", "M")),
    "jax.numpy.identity": ((0,), ("n",)),
    "jax.numpy.tri": ((0, 1), ("N", "M")),
    "jax.numpy.linspace": ((2,), ("num",)),
    "jax.numpy.reshape": ((1,), ("shape", "newshape")),
    "jax.numpy.broadcast_to": ((1,), ("shape",)),
    "jax.numpy.tile": ((1,), ("reps",)),
    "jax.numpy.expand_dims": ((1,), ("axis",)),
    "jax.numpy.arange": ((0, 1, 2), ("start", "stop", "step")),
    "jax.numpy.split": ((1,), ("indices_or_sections",)),
    "jax.nn.one_hot": ((1,), ("num_classes",)),
    "jax.ops.segment_sum": ((2,), ("num_segments",)),
    "jax.ops.segment_max": ((2,), ("num_segments",)),
    "jax.ops.segment_min": ((2,), ("num_segments",)),
    "jax.lax.scan": ((3,), ("length",)),
    "jax.lax.top_k": ((1,), ("k",)),
    "jax.lax.broadcasted_iota": ((1,), ("shape", "dimension")),
    "jax.lax.iota": ((1,), ("size",)),
    "jax.lax.dynamic_slice": ((2,), ("slice_sizes",)),
    "jax.lax.dynamic_slice_in_dim": ((2, 3), ("slice_size", "axis")),
    "jax.random.split": ((1,), ("num",)),
    "jax.random.normal": ((1,), ("shape",)),
    "jax.random.uniform": ((1,), ("shape",)),
    "jax.random.bernoulli": ((2,), ("shape",)),
    "jax.random.randint": ((1,), ("shape",)),
    "range": ((0, 1, 2), ()),
}
# Reductions and others take their axis by keyword.
AXIS = ("axis", "keepdims")
