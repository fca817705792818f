"""The names and the parameters of `pjit`, old and new."""

from __future__ import annotations

PJIT = frozenset({"jax.experimental.pjit.pjit", "jax.pjit"})
OLD_KEYWORDS = {"in_axis_resources": "in_shardings", "out_axis_resources": "out_shardings"}
# The parameters that were ever given by position in practice; later ones changed their order.
POSITIONAL = ("fun", "in_shardings", "out_shardings", "static_argnums")
SHARDED = ("in_shardings", "out_shardings")
JIT_SHARDS = (0, 4, 7)  # the release in which `jax.jit` and `pjit` became one
RENAMED = (0, 4, 4)  # the release that brought `in_shardings`
