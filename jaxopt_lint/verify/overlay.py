"""Copies of the project in which one version of a file takes the place of another."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from jaxopt_lint.files.leftovers import is_ours
from jaxopt_lint.observe.store import FOLDER

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


# What a folder has that is a project, and not any folder with a script in it: of those the copy
# takes what lies nearest.
_PROJECT = (
    "pyproject.toml", "setup.py", "setup.cfg", "requirements*.txt", "environment*.y*ml", "Pipfile",
    "README*", ".git", ".hg", "jaxopt-lint.toml", "LICENSE*",
)  # fmt: skip
_SYSTEM = ("proc", "sys", "dev", "run", "boot", "site-packages", "dist-packages")
_NEAREST = 2_000  # files that are taken of a folder that is none
_SMALL = 1024 * 1024  # bytes of a file there that is no Python
_FOLDERS = 2_000  # that are looked into there


def is_loose(root: Path) -> bool:
    """Whether a folder is no project of its own: a home, a temporary folder, the root of all."""
    return root == Path(root.anchor) or not any(
        next(root.glob(name), None) is not None for name in _PROJECT
    )


def copy_project(root: Path, to: Path, near: Sequence[Path] = ()) -> bool:
    """Copy the project, but for what is made from it, is large, or is nothing that can be read.

    Other programs may write below the root at the same time: what goes away meanwhile is left out.

    Args:
        near: folders of which more is taken than of others, where the root is no project.

    Returns:
        Whether all of it was taken.

    Raises:
        OSError: the copy cannot be written.
    """
    if is_loose(root):
        return _copy_nearest(root, to, near)
    _copy_whole(root, to)
    return True


def _copy_nearest(root: Path, to: Path, near: Sequence[Path]) -> bool:
    """Copy what lies nearest; whether that is all."""
    to.mkdir(parents=True, exist_ok=True)
    whole = True
    for path in _nearest(root, near):
        if path is None:
            whole = False
            continue
        place = to / path.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            shutil.copy2(path, place)
        except OSError:
            if os.path.lexists(path) and not os.access(to, os.W_OK):
                raise
    return whole


def _nearest(root: Path, near: Sequence[Path]) -> Iterator[Path | None]:
    """The files of a folder that is no project, those of some folders first, then by their depth;
    None once for each that is left out."""
    seen: set[Path] = set()
    count = 0
    # All below the first of them comes before what lies elsewhere.
    waiting = [*(folder for folder in near if folder != root), root]
    pending: deque[Path] = deque()
    while pending or waiting:
        folder = pending.popleft() if pending else waiting.pop(0)
        if folder in seen:
            continue
        seen.add(folder)
        try:
            entries = sorted(os.scandir(folder), key=lambda one: one.name)
        except OSError:
            continue
        for entry in entries:
            path = Path(entry.path)
            hidden = entry.name.startswith(".") and entry.name != FOLDER  # which holds recordings
            if hidden or entry.is_symlink() or is_ours(entry.name):
                continue
            try:
                if not entry.is_dir():
                    size = _size(path)
                    small = size is not None and (entry.name.endswith(".py") or size <= _SMALL)
                    count += small
                    yield path if small and count <= _NEAREST else None
                    continue
                if entry.name in _SYSTEM or is_skipped(str(folder), entry.name):
                    continue
                made = os.path.isfile(path / "pyvenv.cfg") or os.path.ismount(path)
            except OSError:
                continue
            if made or len(seen) + len(pending) > _FOLDERS or count > _NEAREST:
                yield None
            else:
                pending.append(path)


def _copy_whole(root: Path, to: Path) -> None:
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
            if large or os.path.isfile(path / "pyvenv.cfg"):
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


def snapshot(root: Path, near: Sequence[Path] = ()) -> dict[str, tuple[int, int]]:
    """Size and modification time of every file, to tell whether anything wrote into the tree; of a
    folder that is no project, of those that would be copied."""
    seen: dict[str, tuple[int, int]] = {}
    if is_loose(root):
        for file in _nearest(root, near):
            with contextlib.suppress(OSError):
                if file is not None:
                    state = os.stat(file, follow_symlinks=False)
                    seen[str(file)] = (state.st_size, state.st_mtime_ns)
        return seen
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
