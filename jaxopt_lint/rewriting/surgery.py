"""Turns "replace this node by that" into text edits, through LibCST.

Only the top-level statements that are touched are parsed into LibCST trees. `ast` and LibCST
agree on where a node stands (both leave parentheses out, but for tuples and generators), so that
position joins the two trees. The changed statement is printed and compared with the original
line by line: what a codemod did not touch keeps every byte.
"""

from __future__ import annotations

import ast
import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field

import libcst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from jaxopt_lint.finding import Edit, Location
from jaxopt_lint.rewriting.edits import line_edits
from jaxopt_lint.rewriting.imports import ImportPlan
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python.module import Module

_Span = tuple[int, int, int, int]
_Statement = libcst.BaseStatement | libcst.BaseSmallStatement


class CannotParse(Exception):
    """A place that cannot be rewritten as things are written there; says why to the user."""

    def __init__(self, why: str = "it is written in a way that is not understood here") -> None:
        super().__init__(why)


class SharedLine(CannotParse):
    """A statement that others stand beside, where a whole line is needed."""

    def __init__(self) -> None:
        super().__init__("the statement shares its line with others")


@dataclass(eq=False)
class _Parsed:
    """One top-level statement as a LibCST module of its own; shared by all rewrites of a file."""

    first: int  # its first row in the file
    text: str
    module: libcst.Module
    nodes: dict[_Span, list[libcst.CSTNode]]
    parent: dict[libcst.CSTNode, libcst.CSTNode]


@dataclass(eq=False)
class _Region:
    """What one rewrite changes in a parsed statement."""

    parsed: _Parsed
    changes: dict[libcst.CSTNode, libcst.CSTNode | None] = field(default_factory=dict)
    before: dict[libcst.CSTNode, list[_Statement]] = field(default_factory=dict)
    after: dict[libcst.CSTNode, list[_Statement]] = field(default_factory=dict)
    instead: dict[libcst.CSTNode, list[_Statement]] = field(default_factory=dict)


class Surgeon:
    """Collects the changes of one rewrite of one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.imports = ImportPlan(facts)
        self._regions: dict[int, _Region] = {}

    # -- looking ------------------------------------------------------------------------

    def cst(self, node: ast.AST) -> libcst.CSTNode:
        """The LibCST node of an `ast` expression, statement or keyword argument.

        Raises:
            SharedLine: it is a statement on a line with others.
            CannotParse: it is not found.
        """
        found = self._found(node)
        if isinstance(found, libcst.BaseSmallStatement):
            raise SharedLine
        return found

    def _found(self, node: ast.AST) -> libcst.CSTNode:
        """The same, where a statement may also be one of several on a line."""
        region, span = self._region(node), self._span(node)
        found = region.parsed.nodes.get(span)
        if not found and isinstance(node, (ast.Tuple, ast.GeneratorExp)):
            row, column, end_row, end_column = span
            found = region.parsed.nodes.get((row, column + 1, end_row, end_column - 1))
        if not found:
            raise CannotParse
        want: tuple[type[libcst.CSTNode], ...]
        if isinstance(node, ast.keyword):
            want = (libcst.Arg,)
        elif isinstance(
            node, (ast.FunctionDef, ast.For, ast.While, ast.If, ast.With, ast.ClassDef)
        ):
            want = (libcst.BaseCompoundStatement,)
        elif isinstance(node, ast.stmt):
            lines = [f for f in found if isinstance(f, libcst.SimpleStatementLine)]
            if lines and len(lines[0].body) == 1:
                return lines[0]
            want = (libcst.BaseSmallStatement, libcst.BaseCompoundStatement)
        else:
            want = (libcst.BaseExpression, libcst.StarredElement)
        for candidate in found:
            if isinstance(candidate, want):
                return candidate
        raise CannotParse

    def spell(self, dotted: str, at: ast.AST) -> libcst.BaseExpression:
        """An expression for an importable thing, valid at a node."""
        return libcst.parse_expression(self.imports.spell(dotted, at))

    def indent(self, node: ast.stmt) -> str:
        """The white space in front of a statement."""
        line = self.facts.module.lines[node.lineno - 1]
        return line[: len(line) - len(line.lstrip())]

    def parse(self, text: str, like: ast.AST) -> list[libcst.BaseStatement]:
        """Statements from text, to stand in the region of a node."""
        region = self._region(like)
        module = libcst.parse_module(text, region.parsed.module.config_for_parsing)
        body = list(module.body)
        if body and module.header:
            body[0] = body[0].with_changes(leading_lines=[*module.header, *body[0].leading_lines])
        return body  # type: ignore[return-value]

    # -- changing -----------------------------------------------------------------------

    def replace(self, node: ast.AST, new: libcst.CSTNode | str) -> None:
        region, old = self._region(node), self.cst(node)
        if isinstance(new, str):
            try:
                new = libcst.parse_expression(new, region.parsed.module.config_for_parsing)
            except libcst.ParserSyntaxError:
                raise CannotParse("the new expression would not parse") from None
        if isinstance(old, libcst.BaseExpression) and isinstance(new, libcst.BaseExpression):
            if old.lpar and not new.lpar:
                new = new.with_changes(lpar=old.lpar, rpar=old.rpar)
        region.changes[old] = new

    def drop(self, node: ast.keyword) -> None:
        """Take a keyword argument out of its call."""
        self._region(node).changes[self.cst(node)] = None

    def replace_statement(self, node: ast.stmt, new: Sequence[libcst.CSTNode | str]) -> None:
        self._region(node).instead[self._found(node)] = self._statements(new, node)

    def insert_before(self, node: ast.stmt, new: Sequence[libcst.CSTNode | str]) -> None:
        before = self._region(node).before
        before.setdefault(self._found(node), []).extend(self._statements(new, node))

    def insert_after(self, node: ast.stmt, new: Sequence[libcst.CSTNode | str]) -> None:
        after = self._region(node).after
        after.setdefault(self._found(node), []).extend(self._statements(new, node))

    # -- the outcome --------------------------------------------------------------------

    def edits(self) -> tuple[Edit, ...]:
        """The changes as text edits, in file order, imports included."""
        out: list[Edit] = list(self.imports.edits())
        for region in self._regions.values():
            if not (region.changes or region.before or region.after or region.instead):
                continue
            changed = region.parsed.module.visit(_Apply(region))
            if not changed.body and not changed.header and not changed.footer:
                out.append(self._without(region.parsed))
                continue
            out += line_edits(region.parsed.text, changed.code, region.parsed.first)
        out.sort(key=lambda e: (e.start, e.end))
        return tuple(out)

    # -----------------------------------------------------------------------------------

    def _without(self, gone: _Parsed) -> Edit:
        """Take a top-level statement out, and the blank lines that only set it apart."""
        lines = self.facts.module.lines
        first, after = gone.first, gone.first + gone.text.count("\n")
        while (
            first > 1 and after <= len(lines) and not (lines[first - 2] + lines[after - 1]).strip()
        ):
            after += 1
        return Edit(Location(first, 1), Location(after, 1), "")

    def _statements(self, new: Sequence[libcst.CSTNode | str], like: ast.AST) -> list[_Statement]:
        out: list[libcst.BaseStatement] = []
        for item in new:
            if isinstance(item, str):
                out += self.parse(item, like)
            else:
                out.append(item)  # type: ignore[arg-type]
        if isinstance(self._found(like), libcst.BaseSmallStatement):
            return _small(out)
        return list(out)

    def _region(self, node: ast.AST) -> _Region:
        starts, ends = _tops(self.facts.module)
        at = bisect.bisect_right(starts, getattr(node, "lineno")) - 1
        first, last = starts[at], ends[at]
        if first not in self._regions:
            self._regions[first] = _Region(_parsed(self.facts.module, first, last))
        return self._regions[first]

    def _span(self, node: ast.AST) -> _Span:
        shift = self._region(node).parsed.first - 1
        row, end_row = getattr(node, "lineno"), getattr(node, "end_lineno")
        column = self.facts.column(row, getattr(node, "col_offset")) - 1
        end_column = self.facts.column(end_row, getattr(node, "end_col_offset")) - 1
        return (row - shift, column, end_row - shift, end_column)


class _Apply(libcst.CSTTransformer):
    """Puts the collected changes into a region, building from updated nodes."""

    def __init__(self, region: _Region) -> None:
        self.region = region
        self.carried: dict[libcst.CSTNode, list[libcst.EmptyLine]] = {}
        self.footers: dict[libcst.CSTNode, list[libcst.EmptyLine]] = {}
        self._find_orphans()
        # Only the way down to the changed nodes is walked; the rest is shared as it is.
        self.way: set[libcst.CSTNode] = set()
        touched = (*region.changes, *region.before, *region.after, *region.instead)
        for node in (*touched, *self.carried, *self.footers):
            current: libcst.CSTNode | None = node
            while current is not None and current not in self.way:
                self.way.add(current)
                current = region.parsed.parent.get(current)

    def on_visit(self, node: libcst.CSTNode) -> bool:
        return node in self.way

    def on_leave(  # type: ignore[override]
        self, original_node: libcst.CSTNode, updated_node: libcst.CSTNode
    ) -> libcst.CSTNode | libcst.FlattenSentinel[_Statement] | libcst.RemovalSentinel:
        region = self.region
        if original_node in region.changes:
            new = region.changes[original_node]
            return libcst.RemoveFromParent() if new is None else new
        if isinstance(updated_node, libcst.SimpleStatementLine):
            updated_node = _unpunctuated(original_node, updated_node)
            if not updated_node.body:
                return libcst.RemoveFromParent()
        if isinstance(updated_node, libcst.IndentedBlock) and original_node in self.footers:
            footer = [*self.footers[original_node], *updated_node.footer]
            return updated_node.with_changes(footer=footer)
        instead = region.instead.get(original_node)
        before = region.before.get(original_node, [])
        after = region.after.get(original_node, [])
        orphans = self.carried.get(original_node, [])
        if instead is None and not before and not after and not orphans:
            return updated_node
        middle: list[_Statement]
        if instead is None:
            middle = [updated_node]  # type: ignore[list-item]
        else:
            middle = list(instead)
        statements = [*before, *middle, *after]
        if not statements:
            return libcst.RemoveFromParent()
        if isinstance(original_node, libcst.BaseSmallStatement):
            return libcst.FlattenSentinel(statements)
        lead = list(getattr(original_node, "leading_lines", ()))
        if instead is None:
            index = len(before)
            statements[index] = statements[index].with_changes(leading_lines=[])
        first = statements[0]
        own = list(getattr(first, "leading_lines", ()))
        lines = [*orphans, *lead, *own]
        statements[0] = first.with_changes(leading_lines=lines)
        return libcst.FlattenSentinel(statements)

    def _find_orphans(self) -> None:
        """Comments in front of removed statements go to the statement that follows."""
        blocks = {
            self.region.parsed.parent[node]
            for node, new in self.region.instead.items()
            if not new and node not in self.region.before and node not in self.region.after
        }
        for block in blocks:
            orphans: list[libcst.EmptyLine] = []
            for child in block.children:
                if not isinstance(child, (libcst.BaseStatement, libcst.SimpleStatementLine)):
                    continue
                gone = self.region.instead.get(child) == []
                if gone and child not in self.region.before and child not in self.region.after:
                    lead = getattr(child, "leading_lines", ())
                    orphans += [line for line in lead if line.comment is not None]
                    end = getattr(child, "trailing_whitespace", None)
                    if end is not None and end.comment is not None:
                        orphans.append(libcst.EmptyLine(comment=end.comment))
                elif orphans:
                    self.carried[child] = orphans
                    orphans = []
            if orphans:
                self.footers[block] = orphans


def _small(statements: Sequence[libcst.BaseStatement]) -> list[_Statement]:
    """Statements as they stand on a line with others.

    Raises:
        SharedLine: one of them needs a line of its own.
    """
    out: list[_Statement] = []
    for statement in statements:
        if not isinstance(statement, libcst.SimpleStatementLine):
            raise SharedLine
        if statement.trailing_whitespace.comment or any(
            line.comment for line in statement.leading_lines
        ):
            raise SharedLine
        out += statement.body
    return out


def _unpunctuated(
    old: libcst.CSTNode, line: libcst.SimpleStatementLine
) -> libcst.SimpleStatementLine:
    """A line whose statements changed, with a semicolon between each two of them."""
    assert isinstance(old, libcst.SimpleStatementLine)
    if len(old.body) == 1 or len(old.body) == len(line.body) or not line.body:
        return line
    tail = old.body[-1].semicolon
    *body, last = line.body
    return line.with_changes(body=[*body, last.with_changes(semicolon=tail)])


@fact
def _tops(module: Module) -> tuple[list[int], list[int]]:
    """The first and the last rows of top-level statements, those that share a row taken as one."""
    starts: list[int] = []
    ends: list[int] = []
    for statement in module.tree.body:
        first, last = _first_row(statement), statement.end_lineno or statement.lineno
        if ends and first <= ends[-1]:
            ends[-1] = max(last, ends[-1])
        else:
            starts.append(first)
            ends.append(last)
    return starts, ends


@fact
def _parsed(module: Module, first: int, last: int) -> _Parsed:
    """The top-level statements that stand on some rows, as LibCST.

    Raises:
        CannotParse: LibCST does not read them.
    """
    text = "".join(module.lines[first - 1 : last])
    try:
        wrapper = MetadataWrapper(libcst.parse_module(text), unsafe_skip_copy=True)
    except libcst.ParserSyntaxError:
        raise CannotParse from None
    nodes: dict[_Span, list[libcst.CSTNode]] = {}
    for found, where in wrapper.resolve(PositionProvider).items():
        assert isinstance(where, CodeRange)
        span = (where.start.line, where.start.column, where.end.line, where.end.column)
        nodes.setdefault(span, []).append(found)
    parent: dict[libcst.CSTNode, libcst.CSTNode] = {}
    pending: list[libcst.CSTNode] = [wrapper.module]
    while pending:
        node = pending.pop()
        for child in node.children:
            parent[child] = node
            pending.append(child)
    return _Parsed(first, text, wrapper.module, nodes, parent)


def _first_row(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(int(d.lineno) for d in decorators)])
