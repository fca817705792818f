"""Which notebooks a project shows or runs: those that a text, a list of pages or a program names.

A notebook is named by its file, by its path without the ending in a list of pages, by a pattern
that fits it, or by a link to its folder. All notebooks below the sources of a manual become pages
of it, where what makes the manual reads notebooks.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from urllib.parse import unquote

from jaxopt_lint.files.notebook import SUFFIX

_PROSE = (".rst", ".md", ".mdx", ".qmd", ".txt")
_PAGES = (*_PROSE, ".yml", ".yaml")
# Lists of what is to be left alone, or to be looked at by tools.
_NO_TEXTS = (".gitignore", ".gitattributes", ".dockerignore", ".prettierignore", "MANIFEST.in",
             ".pre-commit-config.yaml", ".pre-commit-config.yml")  # fmt: skip
_SETTINGS = (".toml", ".cfg")  # in which patterns say what tools leave out
_ENDING = re.compile(r"\.(?:ipynb|py)\b")
_LONGEST = 200  # characters of a path
_APART = re.compile(r"[\s\"'`()<>\[\]{}|,;=\\]")
_WORD = re.compile(r"[^\s\"'`()<>\[\]{}|,;=\\]+")
_ON_A_SITE = re.compile(r"https?://\S*?/(?:blob|tree)/[^/]+/")
_ENTRY = re.compile(r"^\s*(?:[-*]\s+)?(?:(?:file|glob|link|:link|path):\s*)?([^\s<>:]+)\s*$")
_TITLED = re.compile(r"<([^\s<>]+)>`?\s*$")
_LISTS = re.compile(r"toctree|nbgallery|nblinkgallery|\bglob:")
_RUNNERS = re.compile(r"--nbmake|--nbval|\bnbconvert\b|\btreon\b|\bpapermill\b|jupyter[ -]execute")
_MAKES_PAGES = re.compile(r"\b(?:nbsphinx|myst_nb|jupyter_sphinx|sphinx_gallery)\b")
_GALLERY = "sphinx_gallery"  # whose pages are Python files in any folder
_MKDOCS = re.compile(r"\b(?:mkdocs-jupyter|mknotebooks)\b")
_NAVIGATION = re.compile(r"^nav:", re.MULTILINE)


def shown(
    root: Path, notebooks: Iterable[Path], texts: Iterable[tuple[Path, str]]
) -> frozenset[Path]:
    """Those of some notebooks, or of files that were made from one, that a project shows or runs.

    Args:
        texts: what the project says besides, and in what files.
    """
    search = _Search(root, notebooks)
    for file, text in texts:
        if file.name not in _NO_TEXTS:
            search.read(file, text)
    return frozenset(search.found)


class _Search:
    def __init__(self, root: Path, notebooks: Iterable[Path]) -> None:
        self.root = root
        self.all = set(notebooks)
        self.found: set[Path] = set()
        self.names = self._by(lambda path: path.name)
        self.stems = self._by(lambda path: path.stem)
        self.folders = self._by(lambda path: os.path.realpath(path.parent))

    def _by(self, key: Callable[[Path], str]) -> dict[str, list[Path]]:
        out: dict[str, list[Path]] = {}
        for path in self.all:
            out.setdefault(key(path), []).append(path)
        return out

    def read(self, file: Path, text: str) -> None:
        """Take what one file names for shown."""
        self._read_settings(file, text)
        for name, paths in self.names.items():
            if " " in name and name in text:
                self._add(path for path in paths if path != file)
        for found in _ENDING.finditer(text):
            before = text[max(found.start() - _LONGEST, 0) : found.start()]
            self._named(file, _APART.split(before)[-1] + found[0])
        if file.suffix in _PAGES:
            lists = bool(_LISTS.search(text))
            for line in text.splitlines():
                self._read_pages(file, line, lists)
        if file.suffix not in _PROSE and _RUNNERS.search(text):
            for line in text.splitlines():
                if _RUNNERS.search(line):
                    self._read_command(file, line)

    def _read_settings(self, file: Path, text: str) -> None:
        """What the settings of a manual make pages of, whatever names it."""
        if file.name == "conf.py" and _MAKES_PAGES.search(text):
            self._add(path for path in self.all if path.is_relative_to(file.parent))
            if _GALLERY in text:
                self._add(path for path in self.all if path.suffix != SUFFIX)
        elif file.name.startswith("mkdocs") and _MKDOCS.search(text):
            if not _NAVIGATION.search(text):
                self._add(path for path in self.all if path.is_relative_to(file.parent / "docs"))

    def _named(self, file: Path, word: str) -> None:
        """What a word means that has the ending of a file."""
        word = unquote(word)
        folder, _, name = word.rpartition("/")
        if "*" in word:
            if folder.strip("*/.") and file.suffix not in _SETTINGS:
                self._fit(file, word)
            return
        above = folder.rpartition("/")[2]
        for path in self.names.get(name, ()):
            if path != file and above in ("", ".", "..", path.parent.name):
                self._add([path])

    def _read_pages(self, file: Path, line: str, lists: bool) -> None:
        """What a line of a text has for a page, or links to as a folder."""
        entry = _ENTRY.match(line) or _TITLED.search(line)
        if entry is not None:
            word = unquote(entry[1])
            if lists and "*" in word and "/" in word:
                self._fit(file, word)
            self._add(self.stems.get(word.rpartition("/")[2], ()))
        for found in _WORD.finditer(line) if "/" in line or "](" in line else ():
            word = unquote(found[0])
            folder, slash, last = word.rpartition("/")
            if folder and last in self.stems:
                self._add(self.stems[last])
            linked = line[max(found.start() - 2, 0) : found.start()] == "]("
            if file.suffix in _PROSE and (linked or (slash and not last) or "/tree/" in word):
                for place in self._places(file, _ON_A_SITE.sub("", word)):
                    self._add(self.folders.get(place, ()))

    def _read_command(self, file: Path, line: str) -> None:
        """What a command runs that takes folders, or all that there are."""
        top = os.path.realpath(self.root)
        places = {
            place
            for found in _WORD.finditer(line)
            for place in self._places(file, found[0])
            if place != top and os.path.isdir(place)
        }
        if places:
            self._add(path for path in self.all if any(map(path.is_relative_to, places)))
        elif SUFFIX not in line:
            self._add(path for path in self.all if path.suffix == SUFFIX)

    def _fit(self, file: Path, pattern: str) -> None:
        """Take what fits a pattern for shown."""
        pattern = pattern.lstrip("./")
        for path in self.all:
            for base in (file.parent, self.root):
                if path.is_relative_to(base):
                    place = path.relative_to(base)
                    names = (place.as_posix(), place.with_suffix("").as_posix())
                    if any(fnmatch(f"/{name}", f"*/{pattern}") for name in names):
                        self._add([path])

    def _places(self, file: Path, word: str) -> Iterator[str]:
        """The files and folders that a word may mean."""
        word = word.partition("#")[0].rstrip("/.:")
        word = word if word.startswith("..") else word.lstrip("/.")
        if word and len(word) < _LONGEST:
            for base in (file.parent, self.root):
                yield os.path.realpath(base / word)

    def _add(self, paths: Iterable[Path]) -> None:
        self.found.update(paths)
