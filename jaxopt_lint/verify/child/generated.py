"""Modules of a project that nobody has written: building it makes them, as that of its version.

Git ignores them, so a fresh clone that was not built imports them in vain.
"""

from __future__ import annotations

import functools
import os
import re
import types
from pathlib import Path

_FILES = 20_000
_VERSION = "0.0.0"
# As setuptools-scm, hatch-vcs, PDM, poetry-dynamic-versioning and versioningit are told where to
# write the version.
_WRITES = re.compile(r"""(?:write|version)[-_](?:to|file)["']?\s*[=:]\s*["']([^"']+\.py)["']""")
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
        found |= {(around, name.partition(".")[0]) for name in (*folders, *files)}
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


@functools.cache
def _written(project: str) -> list[Path]:
    """The files to which the settings of a project have a version written."""
    found = []
    for name in _TELLS:
        try:
            text = Path(project, name).read_text("utf-8", errors="replace")
        except OSError:
            continue
        found += [Path(one) for one in _WRITES.findall(text)]
    return found
