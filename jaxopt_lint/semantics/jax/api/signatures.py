"""What JAX's public functions take, in the releases that were looked into."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jaxopt_lint.semantics.jax.api import public
from jaxopt_lint.semantics.python import Form

Version = tuple[int, ...]
# What rules call by one name although its spellings differ in what they take.
_SEVERAL = {"jax.checkpoint", "jax.sharding.PartitionSpec", "jax.sharding.NamedSharding"}


@dataclass(frozen=True, slots=True)
class Takes:
    """What a function takes in any of some releases.

    Attributes:
        form: how it is called.
        first: the oldest of the releases that were looked into and have it.
        last: the newest of them.
        later: what it takes by keyword in newer releases than these.
    """

    form: Form
    first: str
    last: str
    later: frozenset[str] = frozenset()


def takes(function: str, oldest: Version | None, newest: Version | None) -> Takes | None:
    """What a function takes in any release in and around a range.

    None for a function that is not known there, or that takes keywords of any name, and where the
    range lies beyond what was looked into.

    >>> takes("jax.shard_map", None, None).form.most
    1
    """
    looked = public.around(oldest, newest)
    known = _functions().get(function, ())
    found = [(most, keywords) for mask, most, keywords in known if mask & looked]
    if not found or function in _SEVERAL:
        return None
    counts = [most for most, _ in found]
    having = looked & sum({1 << i for mask, *_ in known for i in _bits(mask)})
    given = [_data()["releases"][i] for i in _bits(having)]
    newer = (keywords for mask, _, keywords in known if mask.bit_length() > looked.bit_length())
    most = None if None in counts else max(most for most in counts if most is not None)
    form = Form(most, (), frozenset().union(*(keywords for _, keywords in found)))
    return Takes(form, given[0], given[-1], frozenset().union(*newer))


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


@cache
def _functions() -> dict[str, list[tuple[int, int | None, frozenset[str]]]]:
    out: dict[str, list[tuple[int, int | None, frozenset[str]]]] = {}
    for key, names in _data()["functions"].items():
        mask, most, *words = key.split()
        row = int(mask), None if most == "*" else int(most), frozenset(words)
        for name in names.split():
            out.setdefault(name, []).append(row)
    return out


@cache
def _data() -> Any:
    text = (Path(__file__).parent / "signatures.json").read_text(encoding="utf-8")
    return json.loads(text)
