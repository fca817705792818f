"""What nobody has written of a project: building it makes modules, as that of its version, and
installing it the metadata that `importlib.metadata.version` reads.

Git ignores them, so a fresh clone that was not built imports them in vain. And packages that are
found wherever they lie once the project is installed.
"""

from __future__ import annotations

import functools
import importlib.metadata
import os
import re
import types
from pathlib import Path

_FILES = 20_000
_VERSION = "0.0.0"
# As setuptools-scm, hatch-vcs, PDM, poetry-dynamic-versioning and versioningit are told where to
# write the version.
_WRITES = re.compile(r"""(?:write|version)[-_](?:to|file)["']?\s*[=:]\s*["']([^"']+\.py)["']""")
_TYPES = ".pyi"  # which tells of the types in a module, and is none
_NAMES = re.compile(r"""^\s*name\s*=\s*["']?([\w.-]+)["']?\s*,?\s*(?:#.*)?$""", re.MULTILINE)
_TELLS = ("pyproject.toml", "setup.cfg", "setup.py")


def is_there(project: str, name: str) -> bool:
    """Whether some file of the project is a module of a name, wherever its package lies."""
    parent, _, last = name.rpartition(".")
    return (parent.rpartition(".")[2], last) in _inside(project)


@functools.cache
def _inside(project: str) -> set[tuple[str, str]]:
    """The names of all modules and folders of a project, each with that of the folder around it."""
    found: set[tuple[str, str]] = set()
    for count, (folder, folders, files) in enumerate(os.walk(project)):
        around = os.path.basename(folder.rstrip(os.sep))
        written = [name for name in files if not name.endswith(_TYPES)]
        found |= {(around, name.partition(".")[0]) for name in (*folders, *written)}
        if count > _FILES:
            break
    return found


def package(project: str, name: str) -> str | None:
    """The `__init__.py` of a package of the project which is none in another one, if there is one
    alone: what `where` or `package-dir` in the settings say, without asking them."""
    return _packages(project).get(name)


@functools.cache
def _packages(project: str) -> dict[str, str | None]:
    """The packages of a project that are in no other, each with its `__init__.py`; None where
    several have one name."""
    found: dict[str, str | None] = {}
    for count, (folder, folders, files) in enumerate(os.walk(project)):
        folders[:] = [name for name in folders if not name.startswith(".")]
        if "__init__.py" in files:
            folders.clear()  # what lies in a package is found through that alone
            name = os.path.basename(folder.rstrip(os.sep))
            place = os.path.join(folder, "__init__.py")
            found[name] = place if name not in found else None
        if count > _FILES:
            break
    return found


def version(project: str, name: str) -> types.ModuleType | None:
    """A module with a version, where the project says that one is written there."""
    inside = Path(*name.split(".")).with_suffix(".py").parts
    if not any(path.parts[-len(inside) :] == inside for path in _written(project)):
        return None
    made = types.ModuleType(name)
    made.__dict__.update(
        version=_VERSION, __version__=_VERSION, version_tuple=(0, 0, 0),
        __version_tuple__=(0, 0, 0), commit_id=None, __commit_id__=None,
    )  # fmt: skip
    return made


class _Metadata(importlib.metadata.Distribution):
    """What is known of a project that is not installed: its name, and some version."""

    def __init__(self, project: str, name: str) -> None:
        self._project = project
        self._name = name

    def read_text(self, filename: str) -> str | None:
        """The file that name and version stand in; there is no other."""
        told = f"Metadata-Version: 2.1\nName: {self._name}\nVersion: {_VERSION}\n"
        return told if filename == "METADATA" else None

    def locate_file(self, path: str | os.PathLike[str]) -> Path:  # type: ignore[override]
        """Where a file of the project is."""
        return Path(self._project, path)


def metadata(project: str, name: str) -> importlib.metadata.Distribution | None:
    """The metadata of the project itself, if that is what a name means."""
    own = {*_named(project), *_packages(project)}
    return _Metadata(project, name) if _normal(name) in {_normal(one) for one in own} else None


def _normal(name: str) -> str:
    """A name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


@functools.cache
def _named(project: str) -> list[str]:
    """What the settings of a project call it."""
    return [name for text in _settings(project) for name in _NAMES.findall(text)]


@functools.cache
def _written(project: str) -> list[Path]:
    """The files to which the settings of a project have a version written."""
    return [Path(one) for text in _settings(project) for one in _WRITES.findall(text)]


@functools.cache
def _settings(project: str) -> list[str]:
    """The files that tell how a project is built, as far as it has them."""
    found = []
    for name in _TELLS:
        try:
            found.append(Path(project, name).read_text("utf-8", errors="replace"))
        except OSError:
            continue
    return found
