"""The newest JAX beside what else an environment is bound to: Python, NumPy, Flax, nixpkgs.

A release of JAX can only be installed where what it needs is allowed. A project that holds NumPy
below 2 never meets a JAX that needs NumPy 2, whatever it says of JAX itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint.settings.implied import implied, importable
from jaxopt_lint.settings.requirements import PACKAGING, matching, text_of

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

# By what an environment holds: the release of it that JAX needs, and the last JAX before that one.
# From the metadata of the releases, and before 0.4.20 from JAX's changelog.
_NEEDS: Mapping[str, Sequence[tuple[str, str]]] = {
    "python": (
        ("3.7", "0.2.28"), ("3.8", "0.3.25"), ("3.9", "0.4.13"), ("3.10", "0.4.30"),
        ("3.11", "0.6.2"),
    ),
    "numpy": (
        ("1.22", "0.4.19"), ("1.24", "0.4.30"), ("1.25", "0.4.38"), ("1.26", "0.6.1"),
        ("2.0", "0.7.1"),
    ),
    "scipy": (
        ("1.9", "0.4.19"), ("1.10", "0.4.30"), ("1.11.1", "0.4.38"), ("1.12", "0.6.1"),
        ("1.13", "0.7.1"), ("1.14", "0.9.2"),
    ),
    "ml-dtypes": (("0.4", "0.4.34"), ("0.5", "0.5.3")),
}  # fmt: skip
# The newest JAX of a month, as year and month; a month that is not here had none of its own.
_MONTHS = {
    "2021-03": "0.2.11", "2021-04": "0.2.12", "2021-05": "0.2.13", "2021-06": "0.2.16",
    "2021-07": "0.2.17", "2021-08": "0.2.19", "2021-09": "0.2.21", "2021-10": "0.2.24",
    "2021-11": "0.2.25", "2021-12": "0.2.26", "2022-01": "0.2.28", "2022-02": "0.3.1",
    "2022-03": "0.3.4", "2022-04": "0.3.7", "2022-05": "0.3.13", "2022-06": "0.3.14",
    "2022-08": "0.3.17", "2022-09": "0.3.20", "2022-10": "0.3.24", "2022-11": "0.3.25",
    "2022-12": "0.4.1", "2023-01": "0.4.2", "2023-02": "0.4.4", "2023-03": "0.4.8",
    "2023-05": "0.4.11", "2023-06": "0.4.13", "2023-07": "0.4.14", "2023-09": "0.4.16",
    "2023-10": "0.4.19", "2023-11": "0.4.20", "2023-12": "0.4.23", "2024-02": "0.4.25",
    "2024-04": "0.4.26", "2024-05": "0.4.28", "2024-06": "0.4.30", "2024-07": "0.4.31",
    "2024-09": "0.4.33", "2024-10": "0.4.35", "2024-12": "0.4.38", "2025-01": "0.5.0",
    "2025-02": "0.5.1", "2025-03": "0.5.3", "2025-04": "0.6.0", "2025-05": "0.6.1",
    "2025-06": "0.6.2", "2025-07": "0.7.0", "2025-08": "0.7.1", "2025-09": "0.7.2",
    "2025-10": "0.8.0",
}  # fmt: skip
_REQUIREMENT = re.compile(
    r"\s*(python|numpy|scipy|ml[-_]dtypes)\s*((?:[<>=!~].*)?)$", re.IGNORECASE
)
_PYTHON = re.compile(
    r"(?:conda|mamba)\s+create\b[^\n`|;&]*\bpython==?(3\.\d+)|^FROM\s+python:(3\.\d+)", re.MULTILINE
)
# NVIDIA's images of JAX carry the month whose release is in them.
_IMAGE = re.compile(r"^FROM\s+\S*nvidia/jax:(\d\d)\.(\d\d)", re.MULTILINE)
_LAST = (0, 1, 99)  # of a series: the patches that a bound is tried with
_SERIES = {
    "python": [f"3.{minor}" for minor in range(6, 16)],
    "numpy": [*(f"1.{minor}" for minor in range(16, 27)), *(f"2.{minor}" for minor in range(9))],
    "scipy": [f"1.{minor}" for minor in range(5, 20)],
    "ml-dtypes": [f"0.{minor}" for minor in range(10)],
}


def newest_beside(requirements: Iterable[str]) -> str | None:
    """The newest JAX that can be installed beside what a list asks for; None if any can be.

    >>> newest_beside(["jax>=0.4.31", "numpy>=1.25,<1.26"]), newest_beside(["numpy>=1.20"])
    ('0.6.1', None)
    >>> newest_beside(["python==3.8.*"]), newest_beside(["tensorflow<=2.14"])
    ('0.4.13', '0.4.34')
    >>> newest_beside(["jax", "flax==0.6.4", "optax"])
    '0.4.10'
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
            needs = (jax for need, jax in _NEEDS[name] if Version(newest) < Version(need))
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


def interpreters(directory: Path) -> Iterator[tuple[str, str]]:
    """Of the Python, or the image, of a folder's instructions: the place, and the newest JAX there.

    What is installed as a package goes with the Python of whoever installs it, so only a program
    that is run from its folder is bound by its own instructions.
    """
    if any((directory / name).exists() for name in PACKAGING):
        return
    for pattern in ("README*", "INSTALL*", "Dockerfile*", "*/Dockerfile*"):
        for file in matching(directory, pattern):
            text = text_of(file)
            for year, month in _IMAGE.findall(text)[-1:]:
                if (jax := _newest_of(f"20{year}-{month}")) is not None:
                    yield f"{file.relative_to(directory)}: image of 20{year}-{month}", jax
            versions = _PYTHON.findall(text)
            newest = [newest_beside([f"python=={v}.*"]) for pair in versions for v in pair if v]
            if newest and None not in newest:
                python = max((v for pair in versions for v in pair if v), key=_numbers)
                jax = max((jax for jax in newest if jax is not None), key=_numbers)
                yield f"{file.relative_to(directory)}: Python {python}", jax


def nixpkgs(directory: Path) -> Iterator[tuple[str, str]]:
    """Of what Nix installs in a folder: the place, and the newest JAX of those days."""
    for name in ("flake.nix", "shell.nix", "default.nix"):
        text = text_of(directory / name)
        day = _day_of(text, directory) if text else None
        if day is not None and (jax := _newest_of(day)) is not None:
            yield f"{name}: nixpkgs of {day}", jax


def _day_of(text: str, directory: Path) -> str | None:
    """The month from which the packages are that an expression of Nix takes.

    A revision is only a number: its day stands in the lock file, in the name of the channel, or in
    a comment beside it.
    """
    import datetime
    import json

    pinned = re.search(r"nixpkgs/[\w./-]+|\bref\s*=\s*\"[\w./-]+\"", text)
    if pinned is None:
        return None
    for lock in matching(directory, "flake.lock") * ("inputs" in text):
        try:
            nodes = json.loads(lock.read_text(encoding="utf-8"))["nodes"]
            moment = nodes["nixpkgs"]["locked"]["lastModified"]
            return datetime.datetime.fromtimestamp(moment, datetime.UTC).strftime("%Y-%m")
        except (OSError, ValueError, KeyError, TypeError, OverflowError):
            return None
    channel = re.search(r"(?:nixos|release)-(\d\d)\.(\d\d)", pinned[0])
    if channel is not None:
        return f"20{channel[1]}-{channel[2]}"
    before = text[: pinned.start()].splitlines()[-3:]
    beside = re.search(r"#.*?\b(20\d\d-[01]\d)-[0-3]\d\b", "\n".join(before))
    return beside[1] if beside is not None else None


def _newest_of(month: str) -> str | None:
    """The newest JAX of a month; None where none is known that late."""
    known = [jax for then, jax in _MONTHS.items() if then <= month]
    return known[-1] if known and month <= max(_MONTHS) else None


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]
