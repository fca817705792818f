"""A text as lines that know which lines of the original they are, wherever they are put."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

BLOCKS = ("body", "orelse", "finalbody", "handlers")


@dataclass(frozen=True)
class Line:
    """A line, and the rows of the original that it stands for; none where it is an addition."""

    text: str
    rows: tuple[int, ...] = ()


class Span(NamedTuple):
    """A piece of one row of the original, in characters from 0, and what it becomes."""

    row: int
    start: int
    end: int
    new: str


@dataclass
class Respelled:
    """What one rewriting made of a file.

    Attributes:
        files: the lines of each file; that of the original text has the name "".
        names: how many things were rewritten.
    """

    files: dict[str, list[Line]]
    number: int = 0
    variant: str = ""

    def text(self, file: str = "") -> str:
        return "\n".join(line.text for line in self.files[file])

    def rows(self, file: str, row: int) -> tuple[int, ...]:
        """The rows of the original that a row of a file stands for."""
        lines = self.files[file]
        return lines[row - 1].rows if 0 < row <= len(lines) else ()


@dataclass
class Original:
    """A text that is rewritten.

    Attributes:
        within: the rows that begin inside of a string.
    """

    text: str
    tree: ast.Module = field(init=False)
    within: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        self.tree = ast.parse(self.text)
        self.lines = self.text.split("\n")
        self.within = frozenset(
            row
            for token in tokenize.generate_tokens(io.StringIO(self.text).readline)
            if token.type == tokenize.STRING
            for row in range(token.start[0] + 1, token.end[0] + 1)
        )

    def column(self, row: int, offset: int) -> int:
        """The character at an offset in bytes, by which Python's trees count."""
        return len(self.lines[row - 1].encode()[:offset].decode())

    def span(self, node: ast.expr, new: str) -> Span | None:
        """What replaces a node that stands in one row."""
        if node.end_lineno != node.lineno:
            return None
        row = node.lineno
        ends = self.column(row, node.col_offset), self.column(row, node.end_col_offset or 0)
        return Span(row, *ends, new)

    def numbered(self, spans: Iterable[Span] = ()) -> list[Line]:
        """All lines, with some pieces replaced."""
        texts = list(self.lines)
        for span in sorted(set(spans), reverse=True):
            line = texts[span.row - 1]
            texts[span.row - 1] = line[: span.start] + span.new + line[span.end :]
        return [Line(text, (row,)) for row, text in enumerate(texts, 1)]

    def alone(self, statements: Sequence[ast.stmt]) -> bool:
        """Whether statements share no row with anything else."""
        start, end = first_row(statements[0]), last_row(statements[-1])
        before = self.lines[start - 1][: self.column(start, statements[0].col_offset)]
        if start != statements[0].lineno:
            before = ""  # decorators begin the row
        after = self.lines[end - 1][self.column(end, statements[-1].end_col_offset or 0) :].strip()
        return not before.strip() and (not after or after.startswith("#"))


def first_row(node: ast.stmt) -> int:
    """The first row of a statement, that of its decorators where it has any."""
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(d.lineno for d in decorators)])


def last_row(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def bindings(tree: ast.AST) -> Iterator[str]:
    """Every name that is bound anywhere in a tree, once for each place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from node.names
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest


def mentioned(node: ast.AST) -> set[str]:
    """The names that stand in a node."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
