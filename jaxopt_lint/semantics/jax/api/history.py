"""When each name and parameter of JAX was deprecated and removed, and what took its place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jaxopt_lint.semantics.jax.api import public

Version = tuple[int, ...]
# What a note says of the releases that warned; of no use to who has one without the name.
_WARNED = re.compile(
    r"(?:Documented as deprecated|Warned when called|Call-time FutureWarning|Deprecated from"
    r"|Listed as deprecated|Removed without a deprecation).*?\.(?:\s+|$)"
)


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to one name or parameter.

    Attributes:
        symbol: the dotted name, for a parameter with `(parameter)` behind it.
        deprecated: the first release that warns.
        removed: the first release in which it fails.
        restored: the release that brought it back.
        replacement: what to use, as the survey names it; empty where there is nothing.
        since: the first release that has the replacement.
        rename: the replacement is the same thing under another name.
        same: old and new name were seen bound to one object.
        note: what else to know.
    """

    symbol: str
    deprecated: Version | None
    removed: Version | None
    restored: Version | None
    replacement: str
    since: Version | None
    rename: bool
    same: bool
    note: str

    def gone(self, target: Version | None) -> bool:
        """Whether it fails in a release; None is the newest."""
        if self.removed is None or (target is not None and target < self.removed):
            return False
        return self.restored is None or (target is not None and target < self.restored)

    def warns(self, target: Version | None) -> bool:
        """Whether it is deprecated in a release and not yet gone."""
        if self.deprecated is None or self.gone(target) or self.restored is not None:
            return False
        return target is None or target >= self.deprecated

    def ends_after(self, target: Version | None) -> bool:
        """Whether it works in a release without a warning, and fails in a later one."""
        if target is None or self.restored is not None or self.warns(target):
            return False
        return self.removed is not None and target < self.removed

    def available(self, oldest: Version | None) -> bool:
        """Whether the replacement exists in the oldest release that matters."""
        return bool(self.replacement) and (
            oldest is None or self.since is None or self.since <= oldest
        )


class Table:
    """The changes of all names (`names`) and, by function, of all parameters (`parameters`)."""

    def __init__(self, rows: Mapping[str, Any]) -> None:
        self.names: Mapping[str, Any] = rows["names"]
        self.parameters: Mapping[str, Mapping[str, Any]] = rows["parameters"]

    def name(self, dotted: str) -> Change | None:
        """What happened to a name."""
        row = self.names.get(dotted)
        return _change(dotted, row) if row is not None else None

    def parameter(self, function: str, name: str) -> Change | None:
        """What happened to a parameter."""
        row = self.parameters.get(function, {}).get(name)
        return _change(f"{function}({name})", row) if row is not None else None

    def successor(self, change: Change, oldest: Version | None, target: Version | None) -> str:
        """The name that replaces another for good, through later changes; empty for none."""
        for _ in range(4):
            if not change.rename or not change.available(oldest):
                return ""
            following = self.name(change.replacement)
            if following is None or not following.gone(target):
                return (
                    change.replacement
                    if public.is_there(change.replacement, oldest, target)
                    else ""
                )
            change = following
        return ""


def advice(change: Change, oldest: Version, lowest: Version | None, target: Version | None) -> str:
    """What to write in place of a name: only what every release that is allowed has.

    Args:
        oldest: the oldest release that a fix has to serve.
        lowest: the oldest release that the project says it supports, if it does.
        target: the newest release; None for the newest known.
    """
    new = table().successor(change, oldest, target)
    if new:
        said = f"use `{new}`"
    elif change.replacement and change.since is not None and not change.available(lowest):
        said = not_yet(f"`{change.replacement}`", change.since, lowest)
    else:
        said = f"see `{change.replacement}`" if change.replacement else ""
    note = "" if new and change.same else change.note  # another name of one object says it all
    if change.gone(target):
        note = _WARNED.sub("", note).strip()
    return ". ".join(part for part in (said, note) if part)


def not_yet(new: str, since: Version, lowest: Version | None) -> str:
    """What to say of a successor that the oldest release that a project allows does not have;
    empty where it has it, or where the project does not say which that is.

    >>> not_yet("`jax.set_mesh`", (0, 7, 1), (0, 6, 0))[:60]
    '`jax.set_mesh` is there from JAX 0.7.1 on, and this project '
    """
    if lowest is None or lowest >= since:
        return ""
    return (
        f"{new} is there from JAX {text(since)} on, and this project allows {text(lowest)}: "
        "choose by version, or raise the lower bound"
    )


@cache
def table() -> Table:
    """The packaged table, read once."""
    text = (Path(__file__).parent / "history.json").read_text(encoding="utf-8")
    return Table(json.loads(text))


def text(version: Version | None) -> str:
    """A version as people write it."""
    return ".".join(map(str, version or ()))


def _change(symbol: str, row: list[Any]) -> Change:
    deprecated, removed, restored, replacement, since, fix, same, note = row
    return Change(
        symbol, _version(deprecated), _version(removed), _version(restored), replacement or "",
        _version(since), fix == "rename", bool(same), note,
    )  # fmt: skip


def _version(text: str | None) -> Version | None:
    return tuple(int(part) for part in text.split(".")) if text else None
