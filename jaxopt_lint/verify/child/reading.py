"""Which files a job has read: those that its verdict depends on."""

from __future__ import annotations

import os
import site
import sys
from pathlib import Path
from typing import Any

_seen: set[str] = set()


def watch() -> None:
    """Take down from now on which files are opened; audit hooks stay, so this is done once."""

    def hook(event: str, given: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(given[0], str):
            _seen.add(given[0])

    sys.addaudithook(hook)


def read(overlay: Path) -> list[str]:
    """The files that were opened: those of the copy of the project from its root, and other Python
    files that are no part of what is installed."""
    installed = (
        sys.prefix,
        sys.base_prefix,
        *site.getsitepackages(),
        str(Path(__file__).parents[2]),
    )
    out = set()
    for name in list(_seen):
        path = os.path.realpath(name)
        if path.startswith(f"{overlay}{os.sep}"):
            out.add(os.path.relpath(path, overlay))
        elif path.endswith(".py") and not path.startswith(installed):
            out.add(path)
    return sorted(out)
