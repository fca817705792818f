"""Copies of the project in which one version of a file takes the place of another."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path

from jaxopt_lint.files.leftovers import is_ours

SKIPPED = {
    ".git", ".hg", ".venv", "venv", "node_modules", "__pycache__", ".tox", ".nox",
    ".mypy_cache", ".ruff_cache", ".pytest_cache", ".jaxopt_lint_cache",
}  # fmt: skip
# What is put together for a release; packages of a project have these names as well.
_RELEASES = {"build", "dist"}
# Names of folders that tools make, and what lies in those: in `env` and `configs/env` a project
# also keeps environments to learn in and their settings.
_MADE = {
    "env": ("pyvenv.cfg", "conda-meta", "bin/activate", "Scripts/activate"),
    "wandb": ("run-*", "offline-run-*", "latest-run"),
}
LARGEST = 32 * 1024 * 1024  # bytes of one file; larger ones are data that no test input needs
ENOUGH = 512 * 1024 * 1024  # bytes in all, past which only source is copied


def copy_project(root: Path, to: Path) -> None:
    """Copy the project, but for what is made from it, is large, or is nothing that can be read.

    Other programs may write below the root at the same time: what goes away meanwhile is left out.

    Raises:
        OSError: the copy cannot be written.
    """
    copied = 0

    def ignored(folder: str, names: list[str]) -> set[str]:
        nonlocal copied
        skip = {name for name in names if is_skipped(folder, name) or name.endswith(".egg-info")}
        for name in names:
            path = Path(folder, name)
            size = _size(path)
            if size is None or is_ours(name):
                skip.add(name)
                continue
            large = size > LARGEST or (copied + size > ENOUGH and path.suffix != ".py")
            copied += size if not large else 0
            if large or (path / "pyvenv.cfg").is_file():
                skip.add(name)
        return skip

    try:
        shutil.copytree(root, to, ignore=ignored, dirs_exist_ok=True)
    except shutil.Error as error:
        if lost := [why for source, _, why in error.args[0] if os.path.lexists(source)]:
            raise OSError(lost[0]) from error


def _size(path: Path) -> int | None:
    """The bytes of a file, 0 for a folder; None for a link, a socket, a device, what has gone away
    and what this user may not read."""
    try:
        state = path.lstat()
    except OSError:
        return None
    if stat.S_ISDIR(state.st_mode):
        return 0 if os.access(path, os.R_OK | os.X_OK) else None
    return state.st_size if stat.S_ISREG(state.st_mode) and os.access(path, os.R_OK) else None


def is_skipped(folder: str, name: str) -> bool:
    """Whether what lies in a folder is made from the project, and no part of it."""
    if name in _RELEASES:
        return not os.path.isfile(os.path.join(folder, name, "__init__.py"))
    return name in SKIPPED or any(
        any(Path(folder, name).glob(pattern)) for pattern in _MADE.get(name, ())
    )


def snapshot(root: Path) -> dict[str, tuple[int, int]]:
    """Size and modification time of every file, to tell whether anything wrote into the tree."""
    seen = {}
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not is_skipped(folder, name)]
        for name in files:
            path = os.path.join(folder, name)
            try:
                state = os.stat(path, follow_symlinks=False)
            except OSError:
                continue
            seen[path] = (state.st_size, state.st_mtime_ns)
    return seen


def digest(state: Mapping[str, tuple[int, int]], texts: Mapping[Path, str]) -> str:
    """A name for one state of the project, its changed files' texts included."""
    told = (sorted(state.items()), sorted((str(path), text) for path, text in texts.items()))
    return hashlib.sha256(repr(told).encode()).hexdigest()


def import_root(root: Path, file: Path, module: str) -> str:
    """The folder, relative to the root, that has to be on `sys.path` for the file's module."""
    relative = file.resolve().relative_to(root.resolve())
    depth = len(module.split(".")) - (0 if relative.name == "__init__.py" else 1)
    folder = relative.parent
    for _ in range(depth):
        folder = folder.parent
    return folder.as_posix()


def module_file(root: Path, module: str) -> Path | None:
    """Where a module's source lies below the root, in the usual layouts."""
    inside = Path(*module.split("."))
    for base in (root, root / "src", root / "lib"):
        for candidate in (base / inside.with_suffix(".py"), base / inside / "__init__.py"):
            if candidate.is_file():
                return candidate
    return None
