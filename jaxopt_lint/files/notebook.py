"""Jupyter notebooks as modules: the code cells joined in order, and where each row comes from.

Every code cell is followed by a line end, as Ruff has it, so that the rows of one text stand for
rows of cells. A cell of another language is left out; what IPython alone understands is put out of
sight (`magics`), and so is a cell that nobody can read, so that the others still can be.
"""

from __future__ import annotations

import bisect
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from jaxopt_lint.files import magics
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.syntax.reading import parse

SUFFIX = ".ipynb"
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a cell cannot be read: a row of the joined text, a column, words."""

    row: int
    column: int
    message: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell.

    Attributes:
        number: among all cells of the notebook, from 1.
        source: as it stands there.
        text: as it is linted, in as many rows.
        hidden: the rows, from 1, that are not as they stand there.
    """

    number: int
    source: str
    text: str
    hidden: frozenset[int] = frozenset()

    @property
    def rows(self) -> int:
        """How many rows it has in the joined text."""
        return len(magics.LINE_END.findall(self.text)) + 1


@dataclass(frozen=True)
class Notebook:
    """The code of a notebook.

    Attributes:
        cells: those with code that is linted, in order.
        problems: cells that cannot be read.
    """

    cells: tuple[Cell, ...] = ()
    problems: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, sources: Iterable[tuple[int, str]]) -> Notebook:
        """A notebook from the code of its cells, each with its number."""
        cells = [_cell(number, source) for number, source in sources if magics.is_python(source)]
        if _error("".join(f"{cell.text}\n" for cell in cells)) is None:
            return cls(tuple(cells))
        problems = []
        row = 1
        for i, cell in enumerate(cells):
            error = _error(cell.text)
            if error is not None:
                rows = frozenset(range(1, cell.rows + 1))
                cells[i] = Cell(cell.number, cell.source, magics.opaque(cell.text), rows)
                problems.append(_problem(error, row, cell.rows))
            row += cell.rows
        return cls(tuple(cells), tuple(problems))

    @cached_property
    def text(self) -> str:
        """The module that the cells make up."""
        return "".join(f"{cell.text}\n" for cell in self.cells)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The first row of each cell in the joined text."""
        out = [1]
        for cell in self.cells:
            out.append(out[-1] + cell.rows)
        return tuple(out[:-1])

    @cached_property
    def hidden(self) -> frozenset[int]:
        """The rows of the joined text that nobody has written so."""
        pairs = zip(self.starts, self.cells, strict=True)
        return frozenset(start + row - 1 for start, cell in pairs for row in cell.hidden)

    def place(self, row: int) -> tuple[int, int] | None:
        """The number of the cell that a row of the joined text is from, and the row in it."""
        at = self.index(row)
        return None if at is None else (self.cells[at].number, row - self.starts[at] + 1)

    def index(self, row: int) -> int | None:
        """Which of `cells` a row of the joined text is from."""
        at = bisect.bisect_right(self.starts, row) - 1
        return at if at >= 0 and row < self.starts[at] + self.cells[at].rows else None

    def row(self, number: int, row: int) -> int | None:
        """The row of the joined text that a row of a cell has; None where no code is."""
        for start, cell in zip(self.starts, self.cells, strict=True):
            if cell.number == number and 1 <= row <= cell.rows:
                return start + row - 1
        return None

    def rows(self, number: int) -> int:
        """How many rows a code cell has."""
        cell = self.cell(number)
        return cell.rows if cell is not None else 0

    def cell(self, number: int) -> Cell | None:
        """The code cell with a number."""
        return next((cell for cell in self.cells if cell.number == number), None)


def read(text: str) -> Notebook:
    """The code of a notebook.

    A notebook of another language has none, and neither has an empty file.

    Raises:
        SourceError: it is none, or one of a format that is not read.
    """
    if not text.strip():
        return Notebook()
    try:
        told = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise SourceError(f"the notebook is not valid JSON: {error.msg} ({where})") from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, deep nesting
        raise SourceError(f"the notebook cannot be read: {error}") from None
    if not isinstance(told, dict):
        raise SourceError("this is JSON, but no notebook")
    version = told.get("nbformat")
    if "worksheets" in told or (isinstance(version, int) and version < 4):
        raise SourceError(
            "notebooks of the format before 4 are not looked at: "
            "`jupyter nbconvert --to notebook` makes a newer one",
            harmless=True,
        )
    cells = told.get("cells")
    if not isinstance(cells, list):
        raise SourceError("this is JSON, but no notebook: it has no list of cells")
    if not _speaks_python(told.get("metadata")):
        return Notebook()
    return Notebook.of(_code(cells))


def _code(cells: list[Any]) -> Iterable[tuple[int, str]]:
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code" or _is_foreign(cell):
            continue
        source = cell.get("source")
        parts = [] if source is None else source if isinstance(source, list) else [source]
        if not all(isinstance(part, str) for part in parts):
            raise SourceError(f"the notebook is broken: the source of cell {number} is no text")
        yield number, "".join(parts)


def _speaks_python(metadata: Any) -> bool:
    """Whether the kernel of a notebook is one for Python; so it is where nothing is said."""
    if not isinstance(metadata, dict):
        return True
    info, kernel = metadata.get("language_info"), metadata.get("kernelspec")
    said = info.get("name") if isinstance(info, dict) else None
    if not said and isinstance(kernel, dict):
        said = kernel.get("language") or _OTHER_KERNELS.get(_stem(kernel.get("name")))
    return not isinstance(said, str) or said.lower() in _PYTHON


def _is_foreign(cell: dict[str, Any]) -> bool:
    """Whether an editor has marked a cell as one of another language."""
    metadata = cell.get("metadata")
    editor = metadata.get("vscode") if isinstance(metadata, dict) else None
    said = editor.get("languageId") if isinstance(editor, dict) else None
    return isinstance(said, str) and said.lower() not in _PYTHON


_PYTHON = frozenset({"python", "python2", "python3", "ipython", "ipython3"})
_OTHER_KERNELS = {"ir": "R", "julia": "julia", "bash": "bash", "octave": "octave", "scala": "scala",
                  "javascript": "javascript", "rust": "rust", "sagemath": "sage"}  # fmt: skip


def _stem(name: Any) -> str:
    return name.lower().partition("-")[0] if isinstance(name, str) else ""


def _cell(number: int, source: str) -> Cell:
    text, hidden = magics.masked(source)
    flat = magics.dedented(text)
    if flat is not None:
        return Cell(number, source, flat, frozenset(range(1, flat.count("\n") + 2)))
    return Cell(number, source, text, hidden)


def _error(text: str) -> Exception | None:
    try:
        parse(text)
    except _UNREADABLE as error:
        return error
    return None


def _problem(error: Exception, first: int, rows: int) -> Problem:
    if isinstance(error, SyntaxError):
        row = min(max(error.lineno or 1, 1), rows)
        return Problem(first + row - 1, max(error.offset or 1, 1), f"syntax error: {error.msg}")
    return Problem(first, 1, f"the cell cannot be parsed: {error}")
