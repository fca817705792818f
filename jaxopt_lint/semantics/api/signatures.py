"""What JAX's public functions take, over all releases that were looked into."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

# What rules call by one name although its spellings differ in what they take.
_SEVERAL = {"jax.checkpoint", "jax.sharding.PartitionSpec", "jax.sharding.NamedSharding"}


def takes(function: str) -> tuple[int | None, frozenset[str]] | None:
    """How many arguments a function takes by position at most, and which by keyword, in any of
    the releases; the number is None for any many. None for a function that is not known, or that
    takes keywords of any name.

    >>> takes("jax.shard_map")[0]
    1
    """
    return None if function in _SEVERAL else _functions().get(function)


def releases() -> tuple[str, str]:
    """The oldest and the newest release that were looked into."""
    given = list(_data()["releases"])
    return given[0], given[-1]


@cache
def _functions() -> Mapping[str, tuple[int | None, frozenset[str]]]:
    out = {}
    for key, names in _data()["functions"].items():
        most, *words = key.split()
        for name in names.split():
            out[name] = (None if most == "*" else int(most), frozenset(words))
    return out


@cache
def _data() -> Any:
    text = (Path(__file__).parent / "signatures.json").read_text(encoding="utf-8")
    return json.loads(text)
