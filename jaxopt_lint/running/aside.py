"""The words of the files of a project that nobody parses: notes, settings, scripts, other Python.

What is spoken of there may be called from there, or is there for readers of the manual to call.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.semantics.jax.prose import named_in_notes
from jaxopt_lint.semantics.jax.units import Aside
from jaxopt_lint.settings.config import DEFAULT_EXCLUDE

# By these a manual is made of all public names, whatever it spells out.
DOCUMENTING = frozenset(
    {"autoapi", "autodoc", "autofunction", "automodule", "autosummary", "apidoc", "mkdocstrings",
     "pdoc", "pdoc3", "quartodoc", "documenter"}
)  # fmt: skip
# What a manual for readers is made by, whether or not it tells of every name.
_OF_MANUALS = re.compile(r"(?:mkdocs|\.readthedocs|readthedocs|_toc|_quarto)\.ya?ml|conf\.py")
_SETTINGS = frozenset(
    {"", ".bash", ".cfg", ".gin", ".in", ".ini", ".j2", ".json", ".jsonc", ".jsonnet",
     ".sbatch", ".sh", ".slurm", ".toml", ".yaml", ".yml"}
)  # fmt: skip
# There for readers: a word of theirs names code where it looks like code.
_NOTES = frozenset({".md", ".mdx", ".rst", ".tex", ".txt"})
_WORD = re.compile(rb"[A-Za-z_][A-Za-z_0-9]*")
# Files of Python, by their last names, dotted names of modules, and what a directive is about.
_FILE = re.compile(rb"(\w+)\.py\b|\b([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)|:: (\w+)(?![\w.])")
# Comments on lines of their own, in Python.
_COMMENT = re.compile(rb"^[ \t]*#.*$", re.MULTILINE)
_MADE = (".egg-info", ".dist-info")  # by tools: every file is listed there
_LARGEST = 200_000  # bytes of a file; larger ones are data
_MOST_FILES = 4_000
_MOST = 30_000_000  # bytes in all


def words_aside(root: Path, others: Sequence[SourceFile]) -> Aside | None:
    """The words of the files below a root that are no Python, and of some files besides; None
    where there are too many.

    Args:
        others: files of Python that have no summary.
    """
    words: set[bytes] = set()
    named: set[str] = set()
    files: set[bytes] = set()
    for source in others:
        code = _COMMENT.sub(b"", source.code)
        words.update(_WORD.findall(code))
        files.update(map(b"".join, _FILE.findall(code)))
    manual = any(_OF_MANUALS.fullmatch(source.path.name) for source in others)
    left = _MOST
    for i, path in enumerate(_texts(root)):
        if left < 0 or i == _MOST_FILES:
            return None
        manual |= _OF_MANUALS.fullmatch(path.name) is not None
        try:
            raw = path.read_bytes()
        except OSError:
            continue
        left -= len(raw)
        if path.suffix.lower() in _NOTES:
            named |= named_in_notes(raw.decode("utf-8", "replace"))
        else:
            words.update(_WORD.findall(raw))
        files.update(map(b"".join, _FILE.findall(raw)))
    return Aside(_texts_of(words) | named, _texts_of(files), manual)


def said_aside(root: Path) -> dict[Path, str] | None:
    """The texts of these files; None where there are too many. One that cannot be read is empty."""
    files = [*islice(_texts(root), _MOST_FILES + 1)]
    return {file: _text(file) for file in files} if len(files) <= _MOST_FILES else None


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def _texts_of(words: Iterable[bytes]) -> frozenset[str]:
    return frozenset(word.decode("ascii", "replace") for word in words)


def _texts(root: Path) -> Iterator[Path]:
    """The files that hold words, those near the root first."""
    folders = [root]
    while folders:
        below = []
        for folder in folders:
            try:
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError:
                continue
            for entry in entries:
                try:
                    if entry.is_dir(follow_symlinks=False):
                        if not entry.name.endswith(_MADE) and entry.name not in DEFAULT_EXCLUDE:
                            below.append(Path(entry.path))
                    elif os.path.splitext(entry.name)[1].lower() in _SETTINGS | _NOTES:
                        if entry.is_file() and entry.stat().st_size < _LARGEST:
                            yield Path(entry.path)
                except OSError:
                    continue
        folders = below
