"""Noise of the size of its rows that each device of a `shard_map` draws from the same key."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from jaxopt_lint.patterns.key_state import Meeting, Seen, Version
from jaxopt_lint.patterns.noise_for_all import adds_noise
from jaxopt_lint.patterns.sharded_gradients import CHECKED, layout
from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.python.scopes import FunctionNode


def same_on_devices(
    facts: Facts, function: ast.Module | FunctionNode, seen: Iterable[tuple[Version, Seen]]
) -> Iterator[Meeting]:
    """The uses of keys that every device is given whole, for noise on rows of its own.

    Args:
        seen: the uses of keys in the function.
    """
    if isinstance(function, ast.Module):
        return
    maps = [wrap for wrap in tracing(facts).of(function) if wrap.name in CHECKED]
    if len(maps) != 1 or maps[0].options is None:
        return
    whole, split = layout(facts, maps[0], function)
    for (text, bound), one in seen:
        root = text.partition("[")[0]
        if any(bound) or not one.uses_up or root not in whole:
            continue
        if adds_noise(facts, function, {root}, {*split}):
            yield Meeting(one.use, one.use, maps[0].options, shared=True, noisy=True)
