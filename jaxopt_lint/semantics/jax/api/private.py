"""Public names of things that people reach for in private modules of JAX."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jaxopt_lint.semantics.jax.api import public
from jaxopt_lint.semantics.jax.api.history import table

Version = tuple[int, ...]


def public_name(dotted: str) -> str:
    """The public name of the object that a private one stands for; empty where there is none.

    >>> public_name("jax._src.mesh.Mesh")
    'jax.sharding.Mesh'
    """
    module, _, name = dotted.rpartition(".")
    return _names(module).get(name, "")


def same_name(dotted: str) -> str:
    """The name that a public module has where its private namesake has this one; empty where none
    has it for good. It stands for the same object, or for what others may use of it.

    >>> same_name("jax._src.interpreters.mlir.lower_fun")
    'jax.interpreters.mlir.lower_fun'
    >>> same_name("jax._src.linear_util.wrap_init")
    'jax.extend.linear_util.wrap_init'
    """
    rest = dotted.removeprefix("jax._src.")
    places = (f"{place}.{rest}" for place in ("jax", "jax.extend"))
    return next((place for place in places if _is_here_to_stay(place)), "")


def _is_here_to_stay(name: str) -> bool:
    """Whether the last releases that were looked into have a name, and none is known to warn."""
    first = None if public.is_module(name) else public.since(name)
    return first is not None and first <= public.walked()[-2] and not table().name(name)


def within(path: str) -> str:
    """The part of a dotted path that names something in a private module, which may be nested.

    >>> within("jax._src.interpreters.mlir.ir.Type.parse")
    'jax._src.interpreters.mlir.ir'
    """
    modules = [part for part in public.prefixes(path) if part in _rows()]
    depth = modules[-1].count(".") + 2 if modules else 4
    return ".".join(path.split(".")[:depth])


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
