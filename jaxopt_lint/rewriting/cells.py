"""Edits of the joined code of a notebook, given back to its cells."""

from __future__ import annotations

import ast
import bisect
import re
from collections.abc import Iterable, Iterator

from jaxopt_lint.files.notebook import Notebook
from jaxopt_lint.finding import Edit, Location
from jaxopt_lint.rewriting.edits import Overlap, apply
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.syntax.reading import parse

_IMPORT = re.compile(r"(?:import|from)\s")


class NotInCells(Exception):
    """Edits that no cell takes by itself; the text says why, for the user."""


def obstacle(module: Module, edits: Iterable[Edit]) -> str:
    """Why edits cannot be made in the parts that a text consists of; "" where they can."""
    for edit in edits if module.seams else ():
        first, last = edit.start.row, edit.end.row
        whole = edit.end.column == 1 and last > first
        if edit.start == edit.end and edit.start.column == 1:
            # It is put in front of the row; the magic of a cell stays the first row of it.
            if first in module.seams and first in module.sealed and not _goes_before(module, edit):
                return "a `%%magic` stands first in the cell"
            continue
        if not module.sealed.isdisjoint(range(first, last + (not whole))):
            return "it would change what only IPython reads"
        at = bisect.bisect_right(module.seams, first)
        if at < len(module.seams) and module.seams[at] <= last - whole:
            return "it would change several cells of the notebook in one piece"
    return ""


def _goes_before(module: Module, edit: Edit) -> bool:
    return _IMPORT.match(edit.content) is not None and edit.start.row > module.seams[0]


def edited(notebook: Notebook, edits: Iterable[Edit]) -> Notebook:
    """A notebook after edits of its joined code.

    What is inserted between two cells begins the second; an import ends the first, unless the
    second begins with imports.

    Raises:
        NotInCells: an edit reaches over the end of a cell.
    """
    groups: dict[int, list[Edit]] = {}
    for edit in set(edits):
        at = notebook.index(edit.start.row)
        if at is None:
            at = len(notebook.cells) - 1
        inserted = edit.start == edit.end and edit.start == Location(notebook.starts[at], 1)
        imports = _IMPORT.match(notebook.cells[at].source) is not None
        if inserted and at and _IMPORT.match(edit.content) and not imports:
            at -= 1
        shift = notebook.starts[at] - 1
        start = Location(edit.start.row - shift, edit.start.column)
        end = Location(edit.end.row - shift, edit.end.column)
        groups.setdefault(at, []).append(Edit(start, end, edit.content))
    sources = [cell.source for cell in notebook.cells]
    for at, group in groups.items():
        try:
            whole = apply(f"{sources[at]}\n", group)
        except (Overlap, IndexError):
            raise NotInCells("its edits do not fit into the cells") from None
        if whole and not whole.endswith("\n"):
            raise NotInCells("it would join two cells of the notebook")
        sources[at] = whole.removesuffix("\n").removesuffix("\r")
    numbers = [cell.number for cell in notebook.cells]
    return Notebook.of(zip(numbers, sources, strict=True))


def changed_parts(old: Notebook, new: Notebook) -> Iterator[tuple[str, str, str]]:
    """The cells of a notebook before and after an edit, each with what names it behind the file."""
    for before, after in zip(old.cells, new.cells, strict=True):
        # The last line of a cell has no end, and whether it has one tells nobody anything.
        yield f"{before.source}\n", f"{after.source}\n", f":cell {before.number}"


def agrees(notebook: Notebook, text: str) -> bool:
    """Whether the code of a notebook is the program that a text is."""
    return ast.dump(parse(notebook.text).tree) == ast.dump(parse(text).tree)
