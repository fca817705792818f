"""Names that come by `from helpers import *`, where `helpers` is a module of the project.

Python binds all public names of the module, or those of its `__all__`. What a library hands out so
is not known: after such an import any name that came before may be another.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from jaxopt_lint.semantics.python import Module


@dataclass(frozen=True, slots=True)
class Stars:
    """What a module says that matters to this.

    Attributes:
        modules: the modules that it imports all names of, in order; "" for one that is imported
            on some ways only.
        names: what its top level binds.
        public: its `__all__`; () where it has none, None where that is not written out.
    """

    modules: tuple[str, ...]
    names: tuple[str, ...]
    public: tuple[str, ...] | None


def said_of_stars(
    module: Module,
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...] | None]:
    """The modules that a file imports all names of, the names that it binds, and its `__all__`."""
    top = module.top.bindings
    stars = tuple(
        b.target.removesuffix(".*") if module.parent.get(b.node) is module.tree else ""
        for b in top.get("*", [])
    )
    names = tuple(sorted(name for name in top if name != "*"))
    listed = top.get("__all__", [])
    if not listed:
        return stars, names, ()
    value = listed[0].value if len(listed) == 1 else None
    items = value.elts if isinstance(value, (ast.List, ast.Tuple)) else [value]
    texts = [i.value for i in items if isinstance(i, ast.Constant) and isinstance(i.value, str)]
    return stars, names, tuple(texts) if len(texts) == len(items) else None


def starred(
    said: Mapping[str, Stars], exports: Mapping[str, Mapping[str, str]]
) -> dict[str, dict[str, str]]:
    """What names of modules stand for that only such an import binds, by module."""
    known: dict[str, tuple[dict[str, str], bool]] = {}

    def given(name: str) -> tuple[dict[str, str], bool]:
        """What a module gets by stars, and whether there may be more that nobody knows."""
        if name in known:
            return known[name]
        known[name] = {}, True  # of modules that import each other, what is there when is not known
        found: dict[str, str] = {}
        open_ended = False
        for star in said[name].modules:
            handed = public(star) if star in said else None
            if handed is None or handed[1]:
                found, open_ended = {}, True  # any of them may be another now
            found |= handed[0] if handed is not None else {}
        own = said[name].names
        known[name] = {n: target for n, target in found.items() if n not in own}, open_ended
        return known[name]

    def public(name: str) -> tuple[dict[str, str], bool] | None:
        """What a module hands to whoever imports all of it; None where that is not known."""
        about = said[name]
        more, open_ended = given(name)
        if about.public is None:
            return None
        listed = about.public
        out = {
            n: exports.get(name, {}).get(n, f"{name}.{n}") for n in about.names
            if (n in listed if listed else not n.startswith("_"))
        }  # fmt: skip
        out |= {
            n: target for n, target in more.items()
            if (n in listed if listed else not n.startswith("_"))
        }  # fmt: skip
        return out, open_ended and not listed

    return {name: given(name)[0] for name, about in said.items() if about.modules}
