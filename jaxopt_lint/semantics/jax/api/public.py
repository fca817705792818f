"""What the public modules of JAX hold in which releases, as walks over installed ones found it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

Version = tuple[int, ...]


def prefixes(dotted: str) -> Iterator[str]:
    """The paths that a dotted name leads through, the shortest first, itself left out.

    >>> list(prefixes("jax.scipy.stats.norm"))
    ['jax', 'jax.scipy', 'jax.scipy.stats']
    """
    parts = dotted.split(".")
    return (".".join(parts[:i]) for i in range(1, len(parts)))


def walked() -> list[Version]:
    """The releases that were walked, the oldest first."""
    return [tuple(map(int, release.split("."))) for release in _data()["releases"]]


def is_module(dotted: str) -> bool:
    """Whether a name is a public module of JAX in the last of the walked releases that have it,
    if only on disk: it may need a package that the walks had not.

    `jax.config` was a module once, and is an object.
    """
    mask = _modules(dotted) | _unread(dotted)
    return mask > 0 and mask.bit_length() == (mask | _named(dotted)).bit_length()


def is_loaded(module: str, *, by: str) -> bool:
    """Whether a module is there as an attribute once another is imported, in all releases."""
    return module in _loaded().get(by, ())


def releases_with(dotted: str) -> list[Version] | None:
    """The walked releases that have a name; None where its module was never looked into.

    A submodule counts whether or not something has imported it.
    """
    module = dotted.rpartition(".")[0]
    if not (_modules(module) and is_module(module)) and not is_module(dotted):
        return None
    return _chosen(_modules(dotted) | _unread(dotted) | _named(dotted))


def is_there(dotted: str, oldest: Version | None, newest: Version | None) -> bool:
    """Whether every walked release of a range has a name, or the object that it is an attribute
    of; True for what no walk can tell. Between two walks there is nothing that neither of them has
    found."""
    parts = dotted.split(".")
    length = next((i for i in range(len(parts), 1, -1) if is_module(".".join(parts[: i - 1]))), 0)
    name = ".".join(parts[:length])
    having = releases_with(name) if length else None
    untold = _chosen(_unread(name.rpartition(".")[0]))
    if having is None:
        return True
    inside = [
        release
        for release in walked()
        if (oldest is None or release >= oldest) and (newest is None or release <= newest)
    ]
    if not inside:
        beside = _chosen(around(oldest, newest))
        return not beside or any(release in having or release in untold for release in beside)
    return all(release in having or release in untold for release in inside)


def outlives(dotted: str, removed: Version, newest: Version | None) -> bool:
    """Whether a name is still there in a release that does not do any more what it was for.

    >>> outlives("jax.experimental.host_callback.id_tap", (0, 4, 35), (0, 6, 2))
    True
    """
    last = [release for release in walked() if newest is None or release <= newest][-1:]
    return bool(last) and last[0] >= removed and last[0] in (releases_with(dotted) or ())


@cache
def never(dotted: str, oldest: Version | None, newest: Version | None) -> str:
    """The shortest part of a dotted name that no walked release has, for a range of releases.

    Empty where there is none, where the module around it is not one that every walk in and around
    the range looked into, and where the range lies beyond the walks. What is in the modules of
    `jax.experimental` comes and goes between two walks.

    >>> never("jax.numpy.Array.shape", None, None)
    'jax.numpy.Array'
    """
    looked = around(oldest, newest)
    parts = dotted.split(".")
    for module, part in zip(prefixes(dotted), parts[1:], strict=True):
        inside = f"{module}.{part}"
        if not looked or _modules(module) & looked != looked or module in _data()["shadowed"]:
            return ""
        if module.startswith("jax.experimental."):
            return ""
        if part.startswith("_") or (part in _names(module) and not is_module(inside)):
            return ""
        if not is_module(inside):
            return inside
    return ""


def names_of(module: str, oldest: Version | None, newest: Version | None) -> list[str]:
    """The names that a module has in all walked releases in and around a range."""
    looked = around(oldest, newest)
    return [n for n, mask in _names(module).items() if looked and mask & looked == looked]


@cache
def around(oldest: Version | None, newest: Version | None) -> int:
    """The walked releases of a range, and the next one on each side, the oldest as the lowest
    bit; none beyond the walks."""
    every = walked()
    if (oldest is not None and oldest > every[-1]) or (newest is not None and newest < every[0]):
        return 0
    below = [i for i, r in enumerate(every) if oldest is not None and r <= oldest]
    above = [i for i, r in enumerate(every) if newest is not None and r >= newest]
    first, last = (below or [0])[-1], (above or [len(every) - 1])[0]
    return sum(1 << i for i in range(first, last + 1))


def since(dotted: str) -> Version | None:
    """The first walked release from which on every one has a name; None for none."""
    having = releases_with(dotted) or []
    found = None
    for release in reversed(walked()):
        if release not in having:
            break
        found = release
    return found


@cache
def _names(module: str) -> Mapping[str, int]:
    """The names of a module, each with the releases that have it, the oldest as the lowest bit."""
    groups: Mapping[str, str] = _data()["names"].get(module, {})
    return {name: int(mask) for mask, names in groups.items() for name in names.split()}


def _modules(dotted: str) -> int:
    mask: int = _data()["modules"].get(dotted, 0)
    return mask


def _unread(dotted: str) -> int:
    """The releases that have a module which the walks could not look into."""
    mask: int = _data()["unread"].get(dotted, 0)
    return mask


def _named(dotted: str) -> int:
    module, _, name = dotted.rpartition(".")
    return _names(module).get(name, 0)


def _chosen(mask: int) -> list[Version]:
    return [release for i, release in enumerate(walked()) if mask >> i & 1]


@cache
def _loaded() -> dict[str, frozenset[str]]:
    return {by: frozenset(names.split()) for by, names in _data()["loaded"].items()}


@cache
def _data() -> Any:
    text = (Path(__file__).parent / "public.json").read_text(encoding="utf-8")
    return json.loads(text)
