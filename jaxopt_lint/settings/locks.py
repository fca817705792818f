"""The release of JAX that a lock file holds: what the project's own people install today.

A lock bounds nothing: the next update may bring a newer release, and whoever installs the project
as a package never sees it. It counts only where nothing else says how new JAX may be.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from jaxopt_lint.settings.requirements import matching, text_of

# By the name of a lock: how it writes a release of JAX down.
_TABLE = r"\[\[packages?\]\]\s+name = \"jax\"\s+version = \"([^\"]+)\""
_FORMS = {
    "poetry.lock": _TABLE,
    "uv.lock": _TABLE,
    "pdm.lock": _TABLE,
    "pylock.toml": _TABLE,
    "Pipfile.lock": r"\"jax\": \{[^{}]*?\"version\": \"==([^\"]+)\"",
    "pixi.lock": r"\bjax-(\d[\w.]*)-(?:py|\w+_\d)",
    "conda-lock.yml": r"name: jax\s+version: '?([\d.]+)",
}
_RELEASE = re.compile(r"0\.\d+\.\d+(?:\.\d+)?")


def locked(directory: Path) -> Iterator[tuple[str, str]]:
    """The locks of a folder that hold a release of JAX, with the newest that each holds."""
    for name, form in _FORMS.items():
        file = directory / name
        if not file.exists():
            continue
        found = [v for v in re.findall(form, text_of(file, locked=True)) if _RELEASE.fullmatch(v)]
        if found:
            yield name, max(found, key=lambda version: [int(n) for n in version.split(".")])


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
