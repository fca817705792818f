"""Public names of things that people reach for in private modules of JAX."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jaxopt_lint.semantics.jax.api import public

Version = tuple[int, ...]


def public_name(dotted: str) -> str:
    """The public name of the object that a private one stands for; empty where there is none.

    >>> public_name("jax._src.mesh.Mesh")
    'jax.sharding.Mesh'
    """
    module, _, name = dotted.rpartition(".")
    return _names(module).get(name, "")


def since(name: str) -> Version:
    """The first release that surely has a public name: the first that was looked into."""
    found = public.since(name)
    assert found is not None, f"{name} is not in the newest release"
    return found


def known() -> list[tuple[str, str]]:
    """Every private name with its public one."""
    return [(f"{module}.{k}", v) for module in _rows() for k, v in _names(module).items()]


@cache
def _names(module: str) -> Mapping[str, str]:
    out = {}
    for place, names in _rows().get(module, {}).items():
        for row in names.split():
            private, _, name = row.partition("=")
            out[private] = f"{place}.{name or private}"
    return out


@cache
def _rows() -> Mapping[str, Mapping[str, str]]:
    text = (Path(__file__).parent / "private.json").read_text(encoding="utf-8")
    rows: Mapping[str, Mapping[str, str]] = json.loads(text)["modules"]
    return rows
