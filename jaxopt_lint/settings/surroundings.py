"""The newest JAX beside what else an environment is bound to: Python, NumPy, jaxlib, nixpkgs.

A release of JAX can only be installed where what it needs is allowed. A project that holds NumPy
below 2 never meets a JAX that needs NumPy 2, whatever it says of JAX itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from jaxopt_lint.settings.implied import implied, importable
from jaxopt_lint.settings.pythons import used
from jaxopt_lint.settings.requirements import PACKAGING, text_of

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

_REQUIREMENT = re.compile(
    r"\s*(python|numpy|scipy|ml[-_]dtypes|jaxlib)\s*(?:\[[^\]]*\])?\s*((?:[<>=!~].*)?)$",
    re.IGNORECASE,
)
_LAST = (0, 1, 99)  # of a series: the patches that a bound is tried with
_SERIES = {
    "python": [f"3.{minor}" for minor in range(6, 16)],
    "numpy": [*(f"1.{minor}" for minor in range(16, 27)), *(f"2.{minor}" for minor in range(9))],
    "scipy": [f"1.{minor}" for minor in range(5, 20)],
    "ml-dtypes": [f"0.{minor}" for minor in range(10)],
    # Releases in which each patch counts, as each JAX may need another one.
    "jaxlib": [*(f"0.{minor}.{patch}" for minor in range(1, 13) for patch in range(77))],
}


def newest_beside(requirements: Iterable[str]) -> str | None:
    """The newest JAX that can be installed beside what a list asks for; None if any can be.

    >>> newest_beside(["jax>=0.4.31", "numpy>=1.25,<1.26"]), newest_beside(["numpy>=1.20"])
    ('0.6.1', None)
    >>> newest_beside(["python==3.8.*"]), newest_beside(["tensorflow<=2.14"])
    ('0.4.13', '0.4.34')
    >>> newest_beside(["jax", "flax==0.6.4", "optax"]), newest_beside(["jaxlib==0.3.0"])
    ('0.4.10', '0.3.6')
    """
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import Version

    asked = list(requirements)
    found: list[str | None] = list(importable(asked))
    for text in (*asked, *implied(asked)):
        match = _REQUIREMENT.match(text.partition("#")[0].strip())
        if match is None or ";" in match[2]:  # under a marker, another bound may hold elsewhere
            continue
        try:
            bounds = SpecifierSet(match[2])
        except InvalidSpecifier:
            continue
        name = match[1].lower().replace("_", "-")
        newest = _newest_allowed(bounds, _SERIES[name])
        if newest is not None:
            needs = (jax for need, jax in _needs()[name] if Version(newest) < Version(need))
            found.append(next(needs, None))
    return min(filter(None, found), key=Version, default=None)


def _newest_allowed(bounds: SpecifierSet, series: Sequence[str]) -> str | None:
    from packaging.version import InvalidVersion, Version

    tried = [f"{one}.{patch}" for one in series for patch in _LAST]
    for bound in bounds:
        version = bound.version.removesuffix(".*")
        try:
            Version(version)
        except InvalidVersion:
            return None
        tried.append(version)
    return max((t for t in tried if bounds.contains(t)), key=Version, default=None)


class Found(NamedTuple):
    """What the environment that a folder tells of leaves of the releases.

    Attributes:
        origin: the file, and what it tells.
        jax: the newest JAX there.
        certain: nothing newer can be installed, and JAX certainly comes from there.
        python: the minor release of Python that tells so; "" for all else.
    """

    origin: str
    jax: str
    certain: bool
    python: str = ""


def interpreters(directory: Path) -> Iterator[Found]:
    """What the Python, or the image, of a folder's instructions leaves.

    What is installed as a package goes with the Python of whoever installs it: only a program that
    is run from its folder is bound by its own instructions.
    """
    packaged = any((directory / name).exists() for name in PACKAGING)
    for one in used(directory):
        if one.month:
            jax, what = _newest_of(one.month), f"image of {one.month}"
        else:
            jax = newest_beside([f"python=={one.python}.*"])
            what = f"Python {one.python}"
        if jax is None:
            continue
        if one.certain and not packaged:
            yield Found(f"{one.file}: {what}", jax, True, one.python)
        elif one.file.startswith(("README", "INSTALL")):
            yield Found(f"{one.file} speaks of {what}", jax, False, one.python)


def nixpkgs(directory: Path) -> Iterator[Found]:
    """What Nix installs in a folder: the newest JAX of those days."""
    names = ("flake.nix", "shell.nix", "default.nix")
    for name in names:
        text = text_of(directory / name)
        day = _day_of(text, directory) if text else None
        if day is not None and (jax := _newest_of(day)) is not None:
            yield Found(f"{name}: nixpkgs of {day[:7]}", jax, True)
    if not any((directory / name).exists() for name in names):
        day = _locked_day(directory)
        if day is not None and (jax := _newest_of(day)) is not None:
            yield Found(f"flake.lock speaks of nixpkgs of {day[:7]}", jax, False)


def _day_of(text: str, directory: Path) -> str | None:
    """The day, or the month, from which the packages are that an expression of Nix takes.

    A revision is only a number: its day stands in the lock file, in the name of the channel, or in
    a comment beside it.
    """
    pinned = re.search(r"nixpkgs/[\w./-]+|\bref\s*=\s*\"[\w./-]+\"", text)
    if pinned is None:
        return None
    if "inputs" in text and (directory / "flake.lock").exists():
        return _locked_day(directory)
    channel = re.search(r"(?:nixos|release)-(\d\d)\.(\d\d)", pinned[0])
    if channel is not None:
        return f"20{channel[1]}-{channel[2]}"
    before = text[: pinned.start()].splitlines()[-3:]
    beside = re.search(r"#.*?\b(20\d\d-[01]\d-[0-3]\d)\b", "\n".join(before))
    return beside[1] if beside is not None else None


def _locked_day(directory: Path) -> str | None:
    """The day of the newest nixpkgs that the lock of a flake holds."""
    try:
        nodes = json.loads((directory / "flake.lock").read_text(encoding="utf-8"))["nodes"]
        moments = [
            node["locked"]["lastModified"]
            for name, node in nodes.items()
            if name == "nixpkgs" or node.get("locked", {}).get("repo") == "nixpkgs"
        ]
        return datetime.fromtimestamp(max(moments), UTC).strftime("%Y-%m-%d")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return None


def _newest_of(day: str) -> str | None:
    """The newest JAX of a day or a month; None where none is known that late."""
    days: Mapping[str, str] = _needs()["days"]
    known = [jax for jax, then in days.items() if then[: len(day)] <= day]
    late = day > max(days.values())[: len(day)]
    return known[-1] if known and not late else None


@cache
def _needs() -> Mapping[str, Any]:
    """By what an environment holds: the release of it that JAX needs, and the last JAX that does
    with less; and the day of each release. `scripts/update-jax-needs` makes it."""
    text = (Path(__file__).parent / "jaxneeds.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table
