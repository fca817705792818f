"""Both copies of a project, made once for all changes of a run and put right before each."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from jaxopt_lint.verify.overlay import copy_project

Changes = Mapping[Path, tuple[str, str]]
_State = dict[str, tuple[int, int]]


class Copies:
    """The copy with the original, and the one with the rewrite.

    Args:
        folder: in which both lie.
    """

    def __init__(self, folder: Path) -> None:
        self.old, self.new = folder / "old", folder / "new"
        self._root: Path | None = None
        self._state: Mapping[str, tuple[int, int]] = {}
        self._clean: dict[Path, _State] = {}
        self.whole = True  # whether they hold all of the project

    def put(self, root: Path, changes: Changes, state: Mapping[str, tuple[int, int]]) -> None:
        """Have the copies hold a project with the versions of a change.

        What code has written, changed or removed there since they were made is undone.

        Args:
            state: of the project's files; where it is another one, the copies are made anew.
        """
        fresh = root != self._root or state != self._state
        for number, side in enumerate((self.old, self.new)):
            if fresh:
                shutil.rmtree(side, ignore_errors=True)
                self.whole = copy_project(root, side, folders_of(changes))
                self._clean[side] = _files(side)
            else:
                self._restore(root, side)
            for path, texts in changes.items():
                place = side / path.resolve().relative_to(root.resolve())
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(texts[number], encoding="utf-8")
        self._root, self._state = root, state

    def _restore(self, root: Path, side: Path) -> None:
        clean, now = self._clean[side], _files(side)
        for name in now.keys() - clean.keys():
            with contextlib.suppress(OSError):
                os.unlink(side / name)
        for name in clean:
            if now.get(name) != clean[name]:
                place = side / name
                place.parent.mkdir(parents=True, exist_ok=True)
                with contextlib.suppress(OSError):
                    place.unlink()
                shutil.copy2(root / name, place)
        wanted = {parent for name in clean for parent in Path(name).parents}
        for folder, _, _ in os.walk(side, topdown=False):
            if Path(folder).relative_to(side) not in wanted:
                with contextlib.suppress(OSError):  # which the project itself may have empty
                    os.rmdir(folder)


def folders_of(changes: Changes) -> list[Path]:
    """The folders in which the files of a change lie."""
    return sorted({path.resolve().parent for path in changes})


def _files(side: Path) -> _State:
    """Size and time of every file below a folder, by their paths from there."""
    found = {}
    for folder, _, names in os.walk(side):
        for name in names:
            path = os.path.join(folder, name)
            with contextlib.suppress(OSError):
                seen = os.stat(path, follow_symlinks=False)
                found[os.path.relpath(path, side)] = (seen.st_size, seen.st_mtime_ns)
    return found
