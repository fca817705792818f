"""The texts that findings point into, and how their places are told."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.notebook import SUFFIX, Notebook
from jaxopt_lint.files.source import SourceFile, display_path, read_source
from jaxopt_lint.finding import Edit, Finding, Fix, Location

_LINE_END = re.compile(r"\r\n|\r|\n")
_LINES = re.compile(r"\blines? (\d+(?:(?:, and |, | and )\d+)*)(?![\d.])")
_PLACE = re.compile(rf"([^\s`'\"(]+{re.escape(SUFFIX)}):(\d+)\b(?!:\d)")
_NUMBER = re.compile(r"\d+")


class Sources:
    """Looks up the lines of files by the path that findings carry.

    Args:
        texts: of files that do not lie on the disk as they were linted.
        source: likewise, one file.
    """

    def __init__(
        self, root: Path, texts: dict[str, str] | None = None, source: SourceFile | None = None
    ) -> None:
        self.root = root
        self._texts = dict(texts or {})
        self._files: dict[str, SourceFile | None] = {}
        if source is not None:
            self._files[source.display] = source
        self._lines: dict[tuple[str, int | None], list[str]] = {}

    def text(self, path: str) -> str | None:
        """A file's text, None if it cannot be read; of a notebook the joined code."""
        if path not in self._texts:
            file = self._file(path)
            if file is None:
                return None
            self._texts[path] = file.text
        return self._texts[path]

    def lines(self, path: str, cell: int | None = None) -> list[str]:
        """A file's lines as Python counts them, without line ends; none if it cannot be read.

        Args:
            cell: the lines of this cell, as they stand in it.
        """
        key = (path, cell)
        if key not in self._lines:
            text = self.text(path)
            if cell is not None:
                notebook = self._notebook(path)
                found = notebook.cell(cell) if notebook is not None else None
                text = found.source if found is not None else None
            self._lines[key] = _LINE_END.split(text) if text is not None else []
        return self._lines[key]

    def shown(self, path: str) -> str:
        """A path as it can be opened from here: relative if below the working directory."""
        absolute = os.path.abspath(self.root / path)
        if not os.path.exists(absolute):
            return path  # standard input under a made-up name
        return display_path(Path(absolute), Path.cwd())

    def place(self, path: str, row: int, column: int | None = None) -> str:
        """Where something stands in a file: `12:5`, or `cell 3:12:5` in a notebook."""
        place = self._place(path, row)
        told = f"cell {place[0]}:{place[1]}" if place is not None else f"{row}"
        return told if column is None else f"{told}:{column}"

    def located(self, path: str, row: int) -> dict[str, int]:
        """The same for programs: `row`, and in a notebook `cell`."""
        place = self._place(path, row)
        return {"row": row} if place is None else {"cell": place[0], "row": place[1]}

    def told(self, finding: Finding) -> Finding:
        """A finding as a reader counts: in a notebook, in rows of the cells."""
        if finding.cell is not None:
            return finding  # it is told so already
        finding = self._said(finding)
        place = self._place(finding.path, finding.start.row)
        if place is None:
            return finding
        cell, row = place
        other, end = self._location(finding.path, finding.end)
        if other != cell:  # what is told ends with the cell
            lines = self.lines(finding.path, cell)
            end = Location(len(lines), len(lines[-1]) + 1)
        start = Location(row, finding.start.column)
        return finding.with_(cell=cell, start=start, end=max(start, end))

    # -- notebooks ----------------------------------------------------------------------

    def _file(self, path: str) -> SourceFile | None:
        if path not in self._files:
            try:
                self._files[path] = read_source(self.root / path, path)
            except SourceError:
                self._files[path] = None
        return self._files[path]

    def _notebook(self, path: str) -> Notebook | None:
        file = self._file(path) if path.endswith(SUFFIX) else None
        return file.notebook if file is not None else None

    def _place(self, path: str, row: int) -> tuple[int, int] | None:
        notebook = self._notebook(path)
        return notebook.place(row) if notebook is not None else None

    def _location(self, path: str, where: Location) -> tuple[int | None, Location]:
        """A location by its cell. The first column of a cell's first row may be the end of what
        stands in the cell before, which is where an edit ends."""
        place = self._place(path, where.row)
        if place is None:
            before = self._place(path, where.row - 1)
            if before is None:
                return None, where
            return before[0], Location(before[1] + 1, where.column)
        return place[0], Location(place[1], where.column)

    def _said(self, finding: Finding) -> Finding:
        """A finding whose words name rows of notebooks by their cells."""
        said = partial(self._words, finding)
        fix = finding.fix
        if fix is not None and finding.path.endswith(SUFFIX):
            fix = self._fix(finding.path, fix)
        if fix is not None:
            fix = replace(fix, title=said(fix.title), assumed=tuple(map(said, fix.assumed)))
        lowered = finding.lowered
        if lowered is not None and lowered.why:
            lowered = replace(lowered, why=said(lowered.why))
        return finding.with_(
            lowered=lowered,
            message=said(finding.message),
            help=said(finding.help),
            because=tuple(map(said, finding.because)),
            assumed=tuple(map(said, finding.assumed)),
            refused=said(finding.refused),
            fix=fix,
        )

    def words(self, path: str, text: str) -> str:
        """A sentence about a file, in which rows of notebooks go by their cells."""
        return self._words(None, text, path)

    def _words(self, finding: Finding | None, text: str, path: str = "") -> str:
        if SUFFIX in text:
            text = _PLACE.sub(
                lambda found: f"{found[1]}:{self.place(found[1], int(found[2]))}", text
            )
        path = finding.path if finding is not None else path
        if self._notebook(path) is None:
            return text
        here = self._place(path, finding.start.row) if finding is not None else None

        def lines(found: re.Match[str]) -> str:
            numbers = [int(number) for number in _NUMBER.findall(found[1])]
            places = [self._place(path, number) for number in numbers]
            if None in places:
                return found[0]
            if here is not None and all(place and place[0] == here[0] for place in places):
                return _NUMBER.sub(lambda n: str(self._place(path, int(n[0]))[1]), found[0])  # type: ignore[index]
            if len(places) == 1 and places[0] is not None:
                return f"line {places[0][1]} of cell {places[0][0]}"
            return _NUMBER.sub(lambda n: self.place(path, int(n[0])), found[1])

        return _LINES.sub(lines, text)

    def _fix(self, path: str, fix: Fix) -> Fix:
        """A fix with its edits in rows of cells."""
        notebook = self._notebook(path)
        if notebook is None:
            return fix
        made = []
        for edit in fix.edits:
            cell, start = self._location(path, edit.start)
            other, end = self._location(path, edit.end)
            if cell is not None and other != cell:
                # It takes the end of the cell's last line.
                end = Location(notebook.rows(cell) + 1, 1)
            made.append(Edit(start, end, edit.content, cell))
        return replace(fix, edits=tuple(made))
