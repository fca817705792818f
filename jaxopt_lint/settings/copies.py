"""Which files of a project are copies of others' code, by what others left in them.

A folder that brings its own licence or its own packaging, of somebody else, was taken over whole;
a file that only says in its head whom it is by was taken over alone, and may have been changed:
what imports the package that it lies in has been rewritten for the project. The holders that count
as own are those that the files in the root name, and whoever wrote a good part of the files.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

# These stand among the patterns of `severity-by-path`.
FOLDER = "<folder of another project>"
FILE = "<file by other authors>"
KINDS = (FOLDER, FILE)

_LICENCES = ("LICENSE*", "LICENCE*", "COPYING*", "license*")
_OWN = (*_LICENCES, "NOTICE*", "AUTHORS*", "README*", "pyproject.toml", "setup.py", "setup.cfg")
_HEAD = 3_000  # characters of a file in which a licence stands, at the latest
_MOST = 400  # files that are asked for whose they are
_SOME = 20  # of a folder
_FOLDERS = 2_000  # that these are looked for in
_PART = 0.1  # of the files: who wrote as many is one of the authors
_COPYRIGHT = re.compile(
    r"copyright\s+(?:\(c\)|\u00a9)?[\s,]*(?:[\d\s,-]+|\[?y+\]?)?(?:by\s+)?(?P<holder>[^\n]*)",
    re.IGNORECASE,
)
_FILLED_IN = re.compile(
    r"[\[<{]|free software|\bnotice\b|\bowner|\bholder|\blicen|\blaw\b", re.IGNORECASE
)
_END = re.compile(r"\s+and\s+|all rights|[.,;(]", re.IGNORECASE)
_IMPORT = re.compile(r"^(?:from|import) +(\w+)", re.MULTILINE)
_REPOSITORY = re.compile(r"github\.com/([\w-]+)/[\w.-]+", re.IGNORECASE)


def is_copy(kind: str, file: Path, root: Path) -> bool:
    """Whether a file below a root is a copy of a kind."""
    if not file.is_relative_to(root) or file.parent == root:
        return False  # what lies in the root is what its owner runs
    if kind == FOLDER:
        folders = file.relative_to(root).parents
        return any(_foreign(root / folder, root) for folder in folders if folder.parts)
    text = _text(file)
    head = text[:_HEAD]
    holders = _holders(head)
    if not holders or any(holder in _own(root) for holder in holders):
        return False
    if any(found[1] in file.relative_to(root).parts[:-1] for found in _IMPORT.finditer(text)):
        return False
    authors = _authors(root)
    return bool(_own(root)) and not any(author in _plain(head) for author in authors)


@cache
def _foreign(folder: Path, root: Path) -> bool:
    """Whether a folder has a licence or a packaging of somebody whom the root does not name."""
    if not any(_found(root, _LICENCES)):
        return False
    own = _own(root)
    licences = list(_found(folder, _LICENCES))
    holders = [h for file in licences for h in _holders(_text(file))]
    if licences and not holders:  # a licence as it is copied from its site; the modules say whose
        heads = (_text(file)[:_HEAD] for file in islice(_modules(folder), _SOME))
        holders = [h for head in heads for h in _holders(head)]
    if holders:
        return not any(holder in own for holder in holders)
    packaging = " ".join(_text(folder / name) for name in ("setup.py", "setup.cfg"))
    owners = {owner.lower() for owner in _REPOSITORY.findall(packaging)}
    theirs = {owner.lower() for owner in _REPOSITORY.findall(own)}
    return bool(owners) and bool(theirs) and owners.isdisjoint(theirs)


@cache
def _own(root: Path) -> str:
    """All that the files in the root say, as holders are spelled."""
    return _plain(" ".join(_text(file) for file in _found(root, _OWN)))


@cache
def _authors(root: Path) -> list[str]:
    """The holders that a good part of the files of a project name."""
    heads: Counter[str] = Counter()
    count = 0
    for file in islice(_modules(root), _MOST):
        count += 1
        heads.update(set(_holders(_text(file)[:_HEAD])))
    return [holder for holder, times in heads.items() if times > max(2, _PART * count)]


def _modules(root: Path) -> Iterator[Path]:
    """Modules of a project, in the same order everywhere."""
    for folder, below, files in islice(os.walk(root), _FOLDERS):
        below[:] = sorted(
            one
            for one in below
            if not one.startswith(".")
            and not os.path.exists(os.path.join(folder, one, "pyvenv.cfg"))
        )
        yield from (Path(folder, one) for one in sorted(files) if one.endswith(".py"))


def _holders(text: str) -> list[str]:
    """Whom the lines of a text that begin with "copyright" name, spelled plainly.

    >>> _holders("# Copyright 2021 The JAX Authors. All rights reserved.")
    ['the jax authors']
    >>> _holders("Copyright [yyyy] [name of copyright owner]")
    []
    """
    out = []
    for line in text.splitlines():
        found = _COPYRIGHT.match(line.rpartition(" / ")[2].strip(" #*\t/\"'"))
        if found is None or _FILLED_IN.search(found["holder"]):
            continue
        name = _END.split(found["holder"], maxsplit=1)
        if plain := _plain(name[0]):
            out.append(plain)
    return out


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9./&-]+", " ", text.lower()).strip()


def _found(folder: Path, patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        try:
            yield from sorted(folder.glob(pattern))
        except OSError:
            return


@cache
def _text(file: Path) -> str:
    try:
        return file.read_bytes()[:100_000].decode("utf-8", "replace") if file.is_file() else ""
    except OSError:
        return ""
