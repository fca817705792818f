"""The release of JAX that a lock file holds: what the project's own people install today.

A lock bounds nothing: the next update may bring a newer release, and whoever installs the project
as a package never sees it. It counts only where nothing else says how new JAX may be.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from jaxopt_lint.settings.requirements import matching, text_of

# By the name of a lock: how it writes a release of a library down.
_TABLE = r"\[\[packages?\]\]\s+name = \"{}\"\s+version = \"([^\"]+)\""
_FORMS = {
    "poetry.lock": _TABLE,
    "uv.lock": _TABLE,
    "pdm.lock": _TABLE,
    "pylock.toml": _TABLE,
    "Pipfile.lock": r"\"{}\": \{{[^{{}}]*?\"version\": \"==([^\"]+)\"",
    "pixi.lock": r"\b{}-(\d[\w.]*)-(?:py|\w+_\d)",
    "requirements.lock": r"(?m)^{}(?:\[[^\]]*\])?==([\w.]+)",  # of Rye
    "conda-lock.yml": r"name: {}\s+version: '?([\d.]+)",
}
_RELEASE = re.compile(r"0\.\d+\.\d+(?:\.\d+)?")


def locked(directory: Path) -> Iterator[tuple[str, str]]:
    """The locks of a folder that hold a release of JAX, with the newest that each holds."""
    for name, form in _FORMS.items():
        file = directory / name
        if not file.exists():
            continue
        rows = re.findall(form.format("jax"), text_of(file, locked=True))
        found = [v for v in rows if _RELEASE.fullmatch(v)]
        if found:
            yield name, max(found, key=lambda version: [int(n) for n in version.split(".")])


def held(directory: Path, names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """By the name of a library the lock of a folder that holds it, and the newest release there."""
    out: dict[str, tuple[str, str]] = {}
    for lock, form in _FORMS.items():
        text = text_of(directory / lock, locked=True)
        for name in names if text else ():
            rows = re.findall(form.format(re.escape(name)), text)
            found = [v for v in rows if re.fullmatch(r"\d+(\.\d+)*", v)]
            if found and name not in out:
                out[name] = lock, max(found, key=lambda v: [int(n) for n in v.split(".")])
    return out


def is_lock(origin: str) -> bool:
    """Whether a lock is what is named as the place that speaks of JAX.

    >>> is_lock("uv.lock"), is_lock("pyproject.toml: project.dependencies")
    (True, False)
    """
    return origin in _FORMS


def is_packaged(directory: Path) -> bool:
    """Whether the project in a folder is made to be installed by others, without its lock."""
    if matching(directory, "setup.py") or matching(directory, "setup.cfg"):
        return True
    try:
        data = tomllib.loads((directory / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    tool = data.get("tool", {})
    poetry, uv = tool.get("poetry", {}), tool.get("uv", {})
    if poetry.get("package-mode") is False or uv.get("package") is False:
        return False
    return "build-system" in data
