"""What folders are to imports, where `__init__.py` does not tell: ones that modules are imported
from although they hold one, and packages that hold none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

_MOST = 2_000  # files of a folder that are looked at
_LONGEST = 1_000_000  # bytes of one
_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([A-Za-z_]\w*)|import[ \t]+([A-Za-z_]\w*))", re.M)


@lru_cache(maxsize=64)
def imported_from(folder: Path) -> bool:
    """Whether the files of a folder import what lies in it by its own name, and none imports the
    folder: `from solver.grid import Grid` in `src/solver/step.py`, whatever `src/__init__.py`
    says."""
    below = {p.stem if p.suffix == ".py" else p.name for p in _entries(folder)} - {"__init__"}
    found = False
    for named in _imports(folder):
        if folder.name in named:
            return False
        found = found or not below.isdisjoint(named)
    return found


@lru_cache(maxsize=64)
def imports_itself(folder: Path) -> bool:
    """Whether files of a folder import the folder by its name, as those of a namespace package
    do, which has no `__init__.py`."""
    return any(folder.name in named for named in _imports(folder))


def _imports(folder: Path) -> Iterator[set[str]]:
    """The first parts of what each file in a folder imports."""
    for path in list(folder.rglob("*.py"))[:_MOST]:
        try:
            text = path.read_bytes()[:_LONGEST]
        except OSError:
            continue
        yield {(first or second).decode() for first, second in _IMPORT.findall(text)}


def _entries(folder: Path) -> list[Path]:
    """The modules and packages of a folder."""
    return [p for p in folder.iterdir() if p.suffix == ".py" or (p / "__init__.py").is_file()]


__all__ = ["imported_from", "imports_itself"]
