"""Recurrent cells of Linen as they were before Flax 0.7, which knew no size of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.outdated_flax.outdated import DAY_OF_7, Outdated, fails
from jaxopt_lint.semantics.jax.basics import Facts

_CELLS = frozenset(
    f"flax.linen.{name}"
    for name in ("GRUCell", "LSTMCell", "OptimizedLSTMCell", "SimpleCell", "ConvLSTMCell",
                 "MGUCell")
)  # fmt: skip


def without_size(facts: Facts) -> Iterator[Outdated]:
    """The cells of a file that are made without `features`, and carries asked of a class."""
    for call in facts.module.all(ast.Call):
        if facts.names.call(call) not in _CELLS:
            continue
        told = call.args or any(k.arg in ("features", None) for k in call.keywords)
        if not told and fails(facts, call, DAY_OF_7):
            cell = facts.module.source(call.func)
            yield Outdated(
                call,
                f"`{cell}` needs `features` since Flax 0.7: the call raises TypeError",
                f"`{cell}(features=...)`, the size of the carry",
            )
    for node in facts.module.attributes("initialize_carry"):
        called = isinstance(facts.module.parent[node], ast.Call)
        if called and facts.names.of(node.value) in _CELLS and fails(facts, node, DAY_OF_7):
            cell = facts.module.source(node.value)
            yield Outdated(
                node,
                "`initialize_carry` is a method of a cell that is made since Flax 0.7: called of "
                f"`{cell}` it raises an error",
                f"`{cell}(features=size).initialize_carry(rng, (*batch_dims, size))`",
            )
