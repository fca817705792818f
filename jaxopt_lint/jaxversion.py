"""Which JAX a project says that it needs, read from its pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

_LOWER = (">=", "==", "~=", ">", "===")


def inferred(start: Path) -> dict[str, tuple[str, str]]:
    """`min-jax` and, for an exact pin, `target-jax`, each with where it came from.

    Looks at the nearest pyproject.toml that names dependencies. A file that cannot be read, or a
    requirement that cannot be parsed, answers nothing: it is the packaging tool's to complain.
    """
    for directory in (start, *start.parents):
        file = directory / "pyproject.toml"
        try:
            raw = file.read_bytes()
        except OSError:
            continue
        if b"jax" not in raw:
            continue
        try:
            data = tomllib.loads(raw.decode())
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):
            continue
        for where, requirements in _places(data):
            bounds = [b for b in map(_bounds, requirements) if b is not None]
            if not bounds:
                continue
            from packaging.version import Version

            least = min(bounds, key=lambda bound: Version(bound[0]))
            origin = f"{file.name}: {where}"
            found = {"min-jax": (least[0], origin)}
            if all(pinned for _, pinned in bounds):
                newest = max(bounds, key=lambda bound: Version(bound[0]))
                found["target-jax"] = (newest[0], origin)
            return found
    return {}


def _places(data: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Lists of requirements, the one that binds most first."""
    project = _table(data.get("project"))
    out = [("project.dependencies", _strings(project.get("dependencies")))]
    for extra, requirements in _table(project.get("optional-dependencies")).items():
        out.append((f"project.optional-dependencies.{extra}", _strings(requirements)))
    poetry = _table(_table(_table(data.get("tool")).get("poetry")).get("dependencies")).get("jax")
    if isinstance(poetry, dict):
        poetry = poetry.get("version")
    if isinstance(poetry, str):
        bare = re.match(r"\s*[\^~]?\s*(\d[\w.]*)\s*$", poetry)
        text = f"jax>={bare[1]}" if bare else f"jax{poetry}"
        out.append(("tool.poetry.dependencies", [text]))
    return out


def _bounds(requirement: str) -> tuple[str, bool] | None:
    """The lowest JAX version that a requirement allows, and whether it is the only one."""
    if not re.match(r"\s*jax\s*(?:[\[<>=~!(;]|$)", requirement, re.IGNORECASE):
        return None
    from packaging.requirements import InvalidRequirement, Requirement
    from packaging.version import InvalidVersion, Version

    try:
        specifiers = Requirement(requirement).specifier
        bounds = [
            (Version(s.version.removesuffix(".*")), s.operator in ("==", "==="))
            for s in specifiers
            if s.operator in _LOWER
        ]
    except (InvalidRequirement, InvalidVersion):
        return None
    if not bounds:
        return None
    version, pinned = max(bounds)
    return str(version), pinned


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _strings(value: Any) -> list[str]:
    return [v for v in value if isinstance(v, str)] if isinstance(value, list) else []
