"""Which folders of a project are other projects: those with packaging of their own, from elsewhere.

The packaging says which repository it is from; who a project is itself, its root says: the remote
of its repository, its packaging, what a README tells people to clone, its badges. Several packages
of one owner side by side are one project's own, and so is a package whose repository has the name
of this one: of one of them this is a fork. Where either side is not known, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_PACKAGING = ("pyproject.toml", "setup.py", "setup.cfg")
_READMES = ("README.md", "README.rst", "README.txt", "README")
_LICENCES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING")
_HOST = r"(?:github|gitlab)\.com[/:]"
# Of what the packaging itself is about, and not of what it needs.
_PLACE = re.compile(
    rf"(?:^[ \t]*|[(,]\s*)[\"']?(?:url|home-?page|repository|source(?:[ -]code)?|code|github)[\"']?"
    rf"\s*[=:]\s*[\"']?https?://(?:www\.)?{_HOST}([\w.-]+)/([\w.-]+)",
    re.IGNORECASE | re.MULTILINE,
)
_ANY_PLACE = re.compile(rf"{_HOST}([\w.-]+)/([\w.-]+)", re.IGNORECASE)
_AUTHOR = re.compile(r"(?:\bauthor|\{\s*name)\s*=\s*[\"']?([^\"'\n<,]{3,})", re.IGNORECASE)
_CLONED = re.compile(rf"git\s+clone\s+\S*?{_HOST}([\w.-]+)/([\w.-]+)", re.IGNORECASE)
_BADGE = re.compile(rf"{_HOST}([\w.-]+)/([\w.-]+)/(?:actions|workflows)\b", re.IGNORECASE)
_REMOTE = re.compile(rf"^\s*url\s*=.*?{_HOST}([\w.-]+)/([\w.-]+)", re.IGNORECASE | re.MULTILINE)
_NAME = re.compile(r"^\s*name\s*=\s*[\"']?([\w.-]+)", re.MULTILINE)
_LONGEST = 100_000  # bytes of a file that are looked at
_HEAD = 500  # characters of a licence that say whose it is
_TITLE = re.compile(r"^\s*#*\s*(.+)$", re.MULTILINE)

_Repositories = frozenset[tuple[str, str]]  # owner and name


@dataclass(frozen=True)
class Bundled:
    """A folder that is another project, by the name and the place that it has for itself."""

    folder: Path
    name: str
    repository: str


def bundled(root: Path, files: Iterable[Path]) -> list[Bundled]:
    """The folders below a root, around some files, that are other projects; none in another one."""
    folders = {
        folder
        for file in files
        if file.is_relative_to(root)
        for folder in file.parents
        if folder.is_relative_to(root) and folder != root
    }
    out: list[Bundled] = []
    for folder in sorted(folders, key=lambda one: len(one.parts)):
        if not any(folder.is_relative_to(one.folder) for one in out):
            if (found := _other_project(folder, root)) is not None:
                out.append(found)
    return out


def _other_project(folder: Path, root: Path) -> Bundled | None:
    packaging, around = _packaging(folder), _packaging(root)
    theirs = _plain(_PLACE.findall(packaging))
    if not theirs:
        return None
    named, own = _NAME.search(packaging), _NAME.search(around)
    name = named[1] if named is not None else folder.name
    if own is not None and own[1].lower() == name.lower():
        return None
    about = (around + _licence(root)[:_HEAD]).lower()  # below it others may be thanked
    if any(author.strip().lower() in about for author in _AUTHOR.findall(packaging)):
        return None
    if ours := _own(root):
        if any(o == owner or n == last for o, n in theirs for owner, last in ours):
            return None
    elif around or not _licence(folder) or _speaks_of(root, name, theirs):
        return None  # a project that says nothing of itself may be this one
    owner, last = min(theirs)
    return Bundled(folder, name, f"{owner}/{last}")


def _speaks_of(root: Path, name: str, theirs: _Repositories) -> bool:
    """Whether the README of a root is one of a project of this name, or speaks of its place."""
    said = _all_of(root, _READMES).lower()
    title = _TITLE.search(said)
    words = re.findall(r"[\w-]+", title[1]) if title is not None else []
    return not said or name.lower() in words or any(f"{o}/{n}" in said for o, n in theirs)


def _own(root: Path) -> _Repositories:
    """The repositories that a project has for its own."""
    found = _ANY_PLACE.findall(_packaging(root))
    for top in (root, *root.parents):
        if (top / ".git").exists():
            found += _REMOTE.findall(_text(top / ".git" / "config"))
            break
    for one in _READMES:
        text = _text(root / one)
        found += _CLONED.findall(text) + _BADGE.findall(text)
    return _plain(found)


def _plain(found: Iterable[tuple[str, str]]) -> _Repositories:
    return frozenset((o.lower(), n.lower().removesuffix(".git").rstrip(".")) for o, n in found)


def _licence(folder: Path) -> str:
    return _all_of(folder, _LICENCES)


def _packaging(folder: Path) -> str:
    return _all_of(folder, _PACKAGING)


def _all_of(folder: Path, names: Iterable[str]) -> str:
    return "\n".join(_text(folder / name) for name in names).strip()


@lru_cache(maxsize=1024)
def _text(file: Path) -> str:
    try:
        return file.read_bytes()[:_LONGEST].decode("utf-8", "replace") if file.is_file() else ""
    except OSError:
        return ""


__all__ = ["Bundled", "bundled"]
