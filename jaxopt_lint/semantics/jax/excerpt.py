"""Source text taken out of a file, with some of its expressions and statements replaced.

For rewrites that move whole statements: what they do not touch keeps its layout and comments.
"""

from __future__ import annotations

import ast
import itertools
import keyword
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from jaxopt_lint.semantics.jax.naming import naming

if TYPE_CHECKING:
    import libcst

    from jaxopt_lint.semantics.jax.facts import Facts


class Excerpt:
    """The text of one file, from which changed pieces are cut.

    Replacements are collected first; `expression` and `block` give text with all of them made.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.lines = facts.module.lines
        self._starts = facts.module.offsets
        self._text = facts.module.text
        self._changes: dict[tuple[int, int], str] = {}

    def put(self, node: ast.AST, text: str) -> None:
        """Let a node read otherwise."""
        self._changes[self._span(node)] = text

    def drop(self, statement: ast.stmt) -> None:
        """Leave out the lines of a statement that stands alone on them."""
        first, last = statement.lineno, statement.end_lineno or statement.lineno
        self._changes[(self._starts[first - 1], self._starts[last])] = ""

    def drop_beside_comment(self, statement: ast.stmt) -> None:
        """Leave out a statement; the comment behind it stays, on a line of its own."""
        start, end = self._span(statement)
        line_end = self._starts[statement.end_lineno or statement.lineno]
        mark = self._text.find("#", end, line_end)
        if mark < 0:
            self.drop(statement)
        else:
            self._changes[(start, mark)] = ""

    def expression(self, node: ast.AST) -> str:
        """The text of an expression with the replacements in it."""
        return self._cut(*self._span(node))

    def block(self, body: list[ast.stmt], header: ast.stmt) -> str:
        """The text of a compound statement's body, comments included, indented by four.

        Raises:
            ValueError: a string literal spans lines, and would change with the indentation.
        """
        for statement in body:
            for node in ast.walk(statement):
                if (
                    isinstance(node, (ast.Constant, ast.JoinedStr))
                    and node.end_lineno != node.lineno
                    and (isinstance(node, ast.JoinedStr) or isinstance(node.value, (str, bytes)))
                ):
                    raise ValueError("a string in the body spans several lines")
        first = self.body_row(body, header)
        if first == body[0].lineno and self._on_header(body, header):
            return "    " + self._cut(self._span(body[0])[0], self._span(body[-1])[1]) + "\n"
        last = body[-1].end_lineno or body[-1].lineno
        indent = self._indent(body[0].lineno)
        while last < len(self.lines):
            line = self.lines[last]
            if not line.strip():
                later = (self.lines[row] for row in range(last, len(self.lines)))
                ahead = next((x for x in later if x.strip()), "")
                if not (ahead.lstrip().startswith("#") and ahead.startswith(indent)):
                    break
            elif not (line.lstrip().startswith("#") and line.startswith(indent)):
                break
            last += 1
        text = self._cut(self._starts[first - 1], self._starts[last])
        out = []
        for line in text.splitlines(keepends=True):
            bare = line.removeprefix(indent) if line.startswith(indent) else line.lstrip(" \t")
            out.append("    " + bare if bare.strip() else bare)
        joined = "".join(out)
        return joined if joined.endswith("\n") else joined + "\n"

    def header_comment(self, header: ast.For | ast.While) -> str:
        """The comment at the end of a loop's first line, with the space in front of it."""
        last: ast.expr = header.iter if isinstance(header, ast.For) else header.test
        row = last.end_lineno or last.lineno
        if self._on_header(header.body, header):
            return ""
        tail = self.lines[row - 1][self.facts.column(row, last.end_col_offset or 0) - 1 :]
        mark = tail.find("#")
        return "  " + tail[mark:].rstrip() if mark >= 0 else ""

    def comment_beside(self, statement: ast.stmt) -> str:
        """The comment at the end of a statement's last line, or ""."""
        row = statement.end_lineno or statement.lineno
        tail = self.lines[row - 1][self.facts.column(row, statement.end_col_offset or 0) - 1 :]
        return tail.strip() if tail.lstrip().startswith("#") else ""

    def body_row(self, body: list[ast.stmt], header: ast.stmt) -> int:
        """The row on which a body begins, its leading comments included."""
        row: int = body[0].lineno
        decorators = getattr(body[0], "decorator_list", [])
        row = min([row, *(d.lineno for d in decorators)])
        while row - 1 > header.lineno and self.lines[row - 2].strip().startswith("#"):
            row -= 1
        return row

    def _on_header(self, body: list[ast.stmt], header: ast.stmt) -> bool:
        line = self.lines[body[0].lineno - 1]
        column = self.facts.column(body[0].lineno, body[0].col_offset) - 1
        return bool(line[:column].strip())

    def _indent(self, row: int) -> str:
        line = self.lines[row - 1]
        return line[: len(line) - len(line.lstrip())]

    def _span(self, node: ast.AST) -> tuple[int, int]:
        row, end_row = getattr(node, "lineno"), getattr(node, "end_lineno")
        start = self.facts.column(row, getattr(node, "col_offset")) - 1
        end = self.facts.column(end_row, getattr(node, "end_col_offset")) - 1
        return self._starts[row - 1] + start, self._starts[end_row - 1] + end

    def _cut(self, start: int, end: int) -> str:
        out, place = [], start
        for (first, last), text in sorted(self._changes.items()):
            if first < place or last > end:
                continue  # within a replaced piece, or outside
            out.append(self._text[place:first])
            out.append(text)
            place = last
        out.append(self._text[place:end])
        return "".join(out)


def fresh(facts: Facts, at: ast.AST, *wishes: str, taken: set[str] | None = None) -> str:
    """A name that nothing around a node reads or binds: the first wish that is free."""
    bound = naming(facts)
    return first_free(*wishes, taken=lambda w: bound.taken(at, w) or w in (taken or ()))


def first_free(*wishes: str, taken: Callable[[str], bool]) -> str:
    """The first wish that is free, or else the last of them with a number."""
    more = (f"{wishes[-1]}_{n}" for n in itertools.count(2))
    return next(w for w in itertools.chain(wishes, more) if not taken(w))


def without_trailing_space(
    statements: Sequence[libcst.BaseStatement],
) -> list[libcst.BaseStatement]:
    """The statements with nothing on their blank lines, however deep they come to stand."""
    import libcst

    class Clean(libcst.CSTTransformer):
        def leave_EmptyLine(
            self, original_node: libcst.EmptyLine, updated_node: libcst.EmptyLine
        ) -> libcst.EmptyLine:
            if updated_node.comment is not None:
                return updated_node
            return updated_node.with_changes(indent=False, whitespace=libcst.SimpleWhitespace(""))

    return [s.visit(Clean()) for s in statements]  # type: ignore[misc]


def one_line(text: str) -> str:
    """An expression of several lines, without comments and strings that span lines, on one.

    >>> one_line("f(\\n    a,\\n    b,\\n)")
    'f(a, b)'
    """
    joined = " ".join(line.strip() for line in text.splitlines())
    return re.sub(r",?\s*([)\]}])", _closing, re.sub(r"([(\[{]) ", r"\1", joined))


def _closing(found: re.Match[str]) -> str:
    text = found.group(0)
    return text if not text[:1].isspace() and not text.startswith(", ") else found.group(1)


def row_names(array: ast.expr, index: str) -> list[str]:
    """Names for one row of `xs`, `batch.images`, `batch["images"]`: `x`, `image`, `xs_i`.

    >>> row_names(ast.parse("batch.images", mode="eval").body, "i")
    ['image', 'images_i']
    """
    name = _last_name(array)
    one, suffix = _singular(name), index.strip("_") or "row"
    usable = one != name and one.isidentifier() and not keyword.iskeyword(one)
    return [*([one] if usable else []), f"{name}_{suffix}"]


def _singular(name: str) -> str:
    """One of several, in English; the name itself where it is none.

    >>> [_singular(n) for n in ("xs", "boxes", "queries", "indices", "mask", "classes", "bias")]
    ['x', 'box', 'query', 'index', 'mask', 'class', 'bias']
    """
    for many, one in _PLURALS:
        if name.endswith(many) and (len(name) > len(many) or len(many) > 5):
            return name.removesuffix(many) + one
    return name


_PLURALS = (
    ("indices", "index"), ("vertices", "vertex"), ("matrices", "matrix"), ("series", "series"),
    ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("ies", "y"),
    ("ss", "ss"), ("us", "us"), ("is", "is"), ("ias", "ias"), ("s", ""),
)  # fmt: skip


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id.strip("_") or "row"
    if isinstance(node, ast.Attribute):
        return node.attr.strip("_") or "row"
    if isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            word = "".join(c if c.isalnum() else "_" for c in node.slice.value).strip("_")
            if word.isidentifier():
                return word
        return _last_name(node.value)
    return "row"
