"""Finds the newer constructs of a piece of code in its LibCST tree, and makes their masks."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from typing import TypeVar

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper

from jaxopt_lint.syntax import nodes
from jaxopt_lint.syntax.mask import Mask, Unread
from jaxopt_lint.syntax.warned import quiet

_String = cst.FormattedString | cst.TemplatedString | cst.ConcatenatedString
_Field = cst.FormattedStringExpression | cst.TemplatedStringExpression
_Node = TypeVar("_Node", bound=ast.AST)
_SIMPLE = (cst.Name, cst.Attribute, cst.Call, cst.Subscript)


def collect(piece: str, parse: Callable[[str], ast.Module]) -> tuple[Mask, ...] | Unread:
    """The masks that make a piece readable, or where LibCST stumbles over it.

    Args:
        parse: reads a module, newer syntax too.
    """
    if piece.startswith("\ufeff"):  # LibCST would take it for a byte order mark
        return Unread()
    try:
        with quiet():
            wrapper = MetadataWrapper(cst.parse_module(piece), unsafe_skip_copy=True)
            collector = _Collector(piece, wrapper.module, parse)
            spans = wrapper.resolve(ByteSpanPositionProvider)
            collector.spans = {node: (s.start, s.start + s.length) for node, s in spans.items()}
            wrapper.module.visit(collector)
    except cst.ParserSyntaxError as error:
        expected = re.search(r"expected (\S)$", error.message)
        words = f"expected '{expected[1]}'" if expected else "invalid syntax"
        return Unread(error.raw_line, error.raw_column + 1, words)
    except (cst.CSTLogicError, cst.CSTValidationError, SyntaxError, ValueError, RecursionError):
        return Unread()
    return tuple(collector.masks)


class _Collector(cst.CSTVisitor):
    """Walks a piece; everything is counted in bytes."""

    def __init__(self, piece: str, module: cst.Module, parse: Callable[[str], ast.Module]) -> None:
        super().__init__()
        self.raw = piece.encode()
        self.module = module
        self.parse = parse
        self.masks: list[Mask] = []
        self.spans: dict[cst.CSTNode, tuple[int, int]] = {}

    # -- type parameters ------------------------------------------------------------------

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        if node.type_parameters is not None:
            self._definition(node, node.type_parameters)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        if node.type_parameters is not None:
            self._definition(node, node.type_parameters)

    def _definition(self, node: cst.CSTNode, parameters: cst.TypeParameters) -> None:
        """The bracket becomes the parenthesis in which line ends are free."""
        start, end = self.spans[parameters]
        after = re.compile(rb"(?:[ \t\f]|\\\r?\n|\\\r)*\(").match(self.raw, end)
        if after is not None:
            cover = b"(" + _blank(self.raw[start + 1 : after.end()])
        else:
            cover = b"(" + _blank(self.raw[start + 1 : end - 1]) + b")"
        self._mask(start, cover, "type parameters", node, self._parameters(parameters))

    def visit_TypeAlias(self, node: cst.TypeAlias) -> None:
        start, _ = self.spans[node]
        parameters = node.type_parameters
        made = self._parameters(parameters) if parameters is not None else []
        self._mask(start, b"_  =", "type alias", node, made)
        if parameters is not None:
            first, last = self.spans[parameters]
            inside = bytearray(_blank(self.raw[first + 1 : last - 1]))
            inside[inside.index(b" ")] = ord("0")
            self._mask(first, b"[" + bytes(inside) + b"]")

    def _parameters(self, parameters: cst.TypeParameters) -> list[ast.AST]:
        made = []
        for item in parameters.params:
            start, _ = self.spans[item]
            kind = item.param
            at = start + self._length(kind)
            bound = None
            if isinstance(kind, cst.TypeVar):
                if kind.bound is not None:
                    size = self._length(kind.bound)
                    bound = self._expression(at - size, at)
            end = at
            default: ast.expr | None = None
            if item.default is not None:
                if isinstance(item.equal, cst.AssignEqual):
                    at += self._length(item.equal)
                star = at
                at += len(item.star) + self._length(item.whitespace_after_star)
                end = at + self._length(item.default)
                default = self._expression(at, end)
                if item.star:
                    default = self._placed(ast.Starred(default, ast.Load()), star, end)
            name = kind.name.value
            if isinstance(kind, cst.TypeVar):
                node = nodes.TypeVar(name=name, bound=bound, default_value=default)
            elif isinstance(kind, cst.TypeVarTuple):
                node = nodes.TypeVarTuple(name=name, default_value=default)
            else:
                node = nodes.ParamSpec(name=name, default_value=default)
            made.append(self._placed(node, start, end))
        return made

    # -- strings --------------------------------------------------------------------------

    def visit_ConcatenatedString(self, node: cst.ConcatenatedString) -> bool:
        return self._string(node)

    def visit_FormattedString(self, node: cst.FormattedString) -> bool:
        return self._string(node)

    def visit_TemplatedString(self, node: cst.TemplatedString) -> bool:
        return self._string(node)

    def _string(self, node: _String) -> bool:
        """Mask the parts that the running Python does not read; the rest is joined to them."""
        hidden = [part for part in _parts(node) if self._is_news(part)]
        if not hidden:
            return False
        made = self._joined(node)
        begin, stop = self.spans[node]
        row, column = self._place(begin)
        covers = [(self.spans[part], _plain(self.raw[slice(*self.spans[part])])) for part in hidden]
        if all(cover for _, cover in covers):
            for (start, _), cover in covers:
                self.masks.append(Mask(start, cover, string=True))
        else:
            blank = b"(0" + _blank(self.raw[begin + 2 : stop - 1]) + b")"
            self.masks.append(Mask(begin, blank, string=True))
            column += 1
        self.masks.append(Mask(begin, b"", False, "string", row, column, made))
        return False

    def _is_news(self, part: cst.CSTNode) -> bool:
        if isinstance(part, cst.SimpleString):
            return False
        start, end = self.spans[part]
        try:
            ast.parse(b"(" + self.raw[start:end] + b")")
        except (SyntaxError, ValueError):
            return True
        return False

    def _joined(self, node: _String) -> ast.expr:
        """The node that a newer Python makes of a string."""
        values: list[ast.expr] = []
        template = False
        for part in _parts(node):
            start, end = self.spans[part]
            if isinstance(part, cst.SimpleString):
                value = ast.literal_eval(self.raw[start:end].decode())
                _add(values, self._placed(ast.Constant(value), start, end))
                continue
            template = template or isinstance(part, cst.TemplatedString)
            quote = part.end
            for one in self._contents(part.parts, "r" in part.start.lower(), quote):
                _add(values, one)
        start, end = self.spans[node]
        if template:
            made: ast.expr = nodes.TemplateStr(values=values)
            return self._placed(made, start, end)
        joined = self._placed(ast.JoinedStr(values), start, end)
        try:
            ast.unparse(joined)
        except ValueError:
            bare = [e for value in values for e in _expressions(value)]
            return self._placed(nodes.FormattedText(bare), start, end)
        return joined

    def _contents(self, parts: Sequence[cst.CSTNode], raw: bool, quote: str) -> list[ast.expr]:
        out: list[ast.expr] = []
        for part in parts:
            start, end = self.spans[part]
            if isinstance(part, cst.FormattedStringText | cst.TemplatedStringText):
                text = _decoded(part.value, raw, quote)
                out.append(self._placed(ast.Constant(text), start, end))
            elif isinstance(part, _Field):
                out += self._field(part, raw, quote)
        return out

    def _field(self, part: _Field, raw: bool, quote: str) -> list[ast.expr]:
        """What stands between braces, and the text that `=` puts in front of it."""
        start, end = self.spans[part]
        stop = start + 1 + self._length(part.whitespace_before_expression)
        stop += self._length(part.expression)
        value = self._expression(start + 1, stop)
        text = self.raw[start + 1 : stop].decode()
        out: list[ast.expr] = []
        if part.equal is not None:
            size = self._length(part.equal)
            said = self.raw[start + 1 : stop + size].decode()
            out.append(self._placed(ast.Constant(said), start + 1, stop + size))
        conversion = ord(part.conversion) if part.conversion else -1
        if part.equal is not None and not part.conversion and part.format_spec is None:
            conversion = ord("r")
        spec: ast.expr | None = None
        if part.format_spec is not None:
            inside = self._contents(part.format_spec, raw, quote)
            spec = ast.JoinedStr(inside)
            self._placed(spec, end - 1 - sum(map(self._length, part.format_spec)) - 1, end - 1)
        made: ast.expr
        if isinstance(part, cst.TemplatedStringExpression):
            made = nodes.Interpolation(
                value=value, str=text.strip(), conversion=conversion, format_spec=spec
            )
        else:
            made = ast.FormattedValue(value, conversion, spec)
        out.append(self._placed(made, start, end))
        return out

    # -- the rest -------------------------------------------------------------------------

    def visit_ExceptHandler(self, node: cst.ExceptHandler) -> None:
        self._handler(node, node.type)

    def visit_ExceptStarHandler(self, node: cst.ExceptStarHandler) -> None:
        self._handler(node, node.type)

    def _handler(self, node: cst.CSTNode, types: cst.BaseExpression | None) -> None:
        if not isinstance(types, cst.Tuple) or types.lpar:
            return
        if not all(isinstance(e.value, _SIMPLE) or e.value.lpar for e in types.elements):
            return
        at, _ = self.spans[types]
        for number, element in enumerate(types.elements):
            size = self._length(element)
            if isinstance(element.comma, cst.Comma):
                comma = at + self._length(element.value)
                comma += self._length(element.comma.whitespace_before)
                last = number + 1 == len(types.elements)
                self._mask(comma, b" " if last else b"|")
            at += size
        start, _ = self.spans[node]
        self._mask(start, b"", "except", node, len(types.elements))

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> None:
        for statement in node.body:
            if type(statement).__name__ in ("LazyImport", "LazyImportFrom"):
                start, _ = self.spans[statement]
                after = re.compile(rb"lazy\s+").match(self.raw, start)
                if after is not None:
                    self._mask(start, b"0  ;", "lazy", statement, None)
                    row, column = self._place(after.end())
                    self.masks.append(
                        Mask(start, b"", False, "lazy import", row, column, self._place(start))
                    )

    def visit_ListComp(self, node: cst.ListComp) -> None:
        self._unpacking(node, node.elt)

    def visit_SetComp(self, node: cst.SetComp) -> None:
        self._unpacking(node, node.elt)

    def visit_GeneratorExp(self, node: cst.GeneratorExp) -> None:
        self._unpacking(node, node.elt)

    def _unpacking(self, node: cst.CSTNode, element: cst.CSTNode) -> None:
        if isinstance(element, cst.StarredElement):
            start, _ = self.spans[element]
            end = start + self._length(element)
            star = self._placed(ast.Starred(ast.Constant(None), ast.Load()), start, end)
            after = start + 1 + self._length(element.whitespace_before_value)
            row, column = self._place(after)
            self.masks.append(Mask(start, b" ", False, "starred", row, column, star))

    # -- building -------------------------------------------------------------------------

    def _mask(
        self, start: int, cover: bytes, kind: str = "", owner: cst.CSTNode | None = None,
        graft: object = None,
    ) -> None:  # fmt: skip
        row, column = self._place(self.spans[owner][0]) if owner is not None else (0, 0)
        self.masks.append(Mask(start, cover, False, kind, row, column, graft))

    def _length(self, node: cst.CSTNode) -> int:
        return len(self.module.code_for_node(node).encode())

    def _place(self, at: int) -> tuple[int, int]:
        """Row from 1 and column from 0 of a byte."""
        before = self.raw[:at]
        ends = list(re.finditer(rb"\r\n|\r|\n", before))
        return len(ends) + 1, at - (ends[-1].end() if ends else 0)

    def _placed(self, node: _Node, start: int, end: int) -> _Node:
        where: object = node
        where.lineno, where.col_offset = self._place(start)  # type: ignore[attr-defined]
        where.end_lineno, where.end_col_offset = self._place(end)  # type: ignore[attr-defined]
        return node

    def _expression(self, start: int, end: int) -> ast.expr:
        """Read a part of the piece, which may hold newer constructs itself."""
        statement = self.parse("(" + self.raw[start:end].decode() + ")").body[0]
        assert isinstance(statement, ast.Expr)
        value = statement.value
        row, column = self._place(start)
        for node in ast.walk(value):
            if not hasattr(node, "lineno"):
                continue
            if node.lineno == 1:
                node.col_offset += column - 1  # type: ignore[attr-defined]
            if node.end_lineno == 1:  # type: ignore[attr-defined]
                node.end_col_offset += column - 1  # type: ignore[attr-defined]
        ast.increment_lineno(value, row - 1)
        if isinstance(value, ast.Tuple) and value.elts:
            if (value.lineno, value.col_offset) == (row, column - 1):  # our own parentheses
                first, last = value.elts[0], value.elts[-1]
                value.lineno, value.col_offset = first.lineno, first.col_offset
                value.end_lineno, value.end_col_offset = last.end_lineno, last.end_col_offset
        return value


def _blank(raw: bytes) -> bytes:
    """White space of the same length, line ends kept."""
    return re.sub(rb"[^\r\n]", b" ", raw)


def _plain(raw: bytes) -> bytes:
    """A string without a prefix and without fields, of the length of another one; empty where
    its quotes have no room."""
    text = re.sub(r"[\\\"']", "_", raw.decode())
    if "\n" not in text and "\r" not in text:
        return f'"{text[1:-1]}"'.encode()
    ends = text[:3] + text[-3:]
    if not ends.isascii() or "\n" in ends or "\r" in ends:
        return b""
    return f'"""{text[3:-3]}"""'.encode()


def _parts(node: cst.CSTNode) -> list[cst.SimpleString | cst.FormattedString | cst.TemplatedString]:
    if isinstance(node, cst.ConcatenatedString):
        return [*_parts(node.left), *_parts(node.right)]
    assert isinstance(node, cst.SimpleString | cst.FormattedString | cst.TemplatedString)
    return [node]


def _add(values: list[ast.expr], one: ast.expr) -> None:
    """Join text to text, as Python does."""
    last = values[-1] if values else None
    if not (isinstance(one, ast.Constant) and isinstance(last, ast.Constant)):
        values.append(one)
    elif isinstance(one.value, str) and isinstance(last.value, str):
        last.value += one.value
        last.end_lineno, last.end_col_offset = one.end_lineno, one.end_col_offset


def _decoded(text: str, raw: bool, quote: str) -> str:
    plain = text.replace("{{", "{").replace("}}", "}")
    try:
        return str(ast.literal_eval(f"{'r' if raw else ''}{quote}{plain}{quote}"))
    except (SyntaxError, ValueError):
        return plain


def _expressions(value: ast.expr) -> list[ast.expr]:
    """The expressions that a part of an f-string reads."""
    if isinstance(value, ast.FormattedValue):
        inner = value.format_spec
        more = inner.values if isinstance(inner, ast.JoinedStr) else []
        return [value.value, *(e for part in more for e in _expressions(part))]
    return []
