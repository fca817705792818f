"""One parsed file: its nodes by type, their parents, its scopes and bindings.

Everything else in `semantics` is computed from this index. It is built in one walk over the C
parser's tree; LibCST trees, which cost ten times as much, are built for rewriting only.
"""

from __future__ import annotations

import ast
import bisect
import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeVar, overload

from jaxopt_lint.semantics.python.always import lift_blocks
from jaxopt_lint.semantics.python.fact import Holder
from jaxopt_lint.semantics.python.indexer import Indexer
from jaxopt_lint.semantics.python.nodes import grouped
from jaxopt_lint.semantics.python.scopes import FunctionNode, Scope
from jaxopt_lint.semantics.python.shown import show_last
from jaxopt_lint.semantics.python.walking import walk
from jaxopt_lint.syntax.reading import parse

_A = TypeVar("_A", bound=ast.AST)
_B = TypeVar("_B", bound=ast.AST)
_C = TypeVar("_C", bound=ast.AST)


class Module(Holder):
    """The index of one file.

    Attributes:
        name: dotted module name, as other modules of the project would import it.
        is_package: whether the file is an `__init__.py`.
        tree: the parsed file; what is newer than the running Python is in it all the same.
        nodes: every node, by type, in source order.
        parent: the node around each node.
        scope: the scope that each expression and statement is evaluated in.
        idle_comments: comments that do nothing, which a fix may take away.
        seams: rows at which another part of the text begins, of those that are kept apart, as the
            cells of a notebook are; the value of the last expression of a part is shown.
        sealed: rows that nobody has written so, about which there is nothing to say or to change.

    Raises:
        SyntaxError: the text is not Python.
    """

    def __init__(
        self,
        text: str,
        name: str = "",
        *,
        path: str = "",
        is_package: bool = False,
        seams: Sequence[int] = (),
    ):
        super().__init__()
        self.text = text
        self.name = name
        self.path = path
        self.is_package = is_package
        self.parsed = parse(text)
        self.tree = self.parsed.tree
        lift_blocks(self.tree, text)
        self.seams = tuple(seams)
        self.sealed: frozenset[int] = frozenset()
        if seams:
            show_last(self.tree, text, self.seams)
        self.idle_comments: list[str] = []
        self._mentioned: dict[re.Pattern[str] | str, bool] = {}
        self.top = Scope(self.tree, None)
        self.scopes: dict[ast.AST, Scope] = {self.tree: self.top}
        index = Indexer(self.scopes, self.import_target)
        index.body(self.tree, self.top)
        self.nodes, self.parent, self.scope = index.nodes, index.parent, index.scope

    @cached_property
    def lines(self) -> list[str]:
        """The physical lines, with their ends."""
        return physical_lines(self.text)

    @cached_property
    def offsets(self) -> list[int]:
        """Where each physical line begins in the text, and where the last one ends."""
        return [0, *itertools.accumulate(map(len, self.lines))]

    @cached_property
    def newline(self) -> str:
        """How new lines end."""
        return "\r\n" if "\r\n" in self.text else "\n"

    def apart(self, node: ast.AST, other: ast.AST) -> bool:
        """Whether two places outside of functions are in different parts of the text, of which
        each may run by itself, in another order, or again."""
        if not self.seams or self.function(node) or self.function(other):
            return False
        rows = (getattr(one, "lineno", 0) for one in (node, other))
        part, beside = (bisect.bisect_right(self.seams, row) for row in rows)
        return part != beside

    @cached_property
    def declared_global(self) -> frozenset[str]:
        """The names that some function declares `global`."""
        return frozenset(
            name
            for scope in self.scopes.values()
            for name, how in scope.outer.items()
            if how == "global"
        )

    @cached_property
    def _named(self) -> dict[str, list[ast.Name]]:
        return grouped((node.id, node) for node in self.all(ast.Name))

    @cached_property
    def _attributes(self) -> dict[str, list[ast.Attribute]]:
        return grouped((node.attr, node) for node in self.all(ast.Attribute))

    def mentions(self, what: re.Pattern[str] | str) -> bool:
        """Whether a pattern, or a word, is found anywhere in the text; looked for once."""
        if what not in self._mentioned:
            self._mentioned[what] = (
                what in self.text if isinstance(what, str) else what.search(self.text) is not None
            )
        return self._mentioned[what]

    @cached_property
    def _held(self) -> dict[tuple[Scope | None, str], list[ast.Name]]:
        names = (node for nodes in self._named.values() for node in nodes)
        return grouped(((self.scope[node].holder(node.id), node.id), node) for node in names)

    def named(self, name: str) -> Sequence[ast.Name]:
        """Every read and store of a name, in source order, whatever it is bound to."""
        return self._named.get(name, ())

    def holder(self, name: ast.Name) -> Scope | None:
        """The scope whose variable a name is, `global` and `nonlocal` statements heeded."""
        scope = self.scope[name]
        where = scope.outer.get(name.id)
        if where == "global":
            return self.top
        if where == "nonlocal" and scope.parent is not None:
            return scope.parent.holder(name.id)
        return scope.holder(name.id)

    def held(self, holder: Scope | None, name: str) -> Sequence[ast.Name]:
        """Every read and store of the variable that a scope binds, in source order."""
        return self._held.get((holder, name), ())

    def reads(self, holder: Scope | None, name: str) -> list[ast.Name]:
        """Where a variable of a scope is read."""
        return [n for n in self.held(holder, name) if isinstance(n.ctx, ast.Load)]

    def attributes(self, name: str) -> Sequence[ast.Attribute]:
        """Every `something.name`, in source order."""
        return self._attributes.get(name, ())

    @overload
    def all(self, a: type[_A], /) -> Iterator[_A]: ...
    @overload
    def all(self, a: type[_A], b: type[_B], /) -> Iterator[_A | _B]: ...
    @overload
    def all(self, a: type[_A], b: type[_B], c: type[_C], /) -> Iterator[_A | _B | _C]: ...
    @overload
    def all(self, *types: type[_A]) -> Iterator[_A]: ...
    def all(self, *types: type[ast.AST]) -> Iterator[ast.AST]:
        """Every node of the given types, in source order within each type."""
        for kind in types:
            yield from self.nodes.get(kind, ())

    def inside(self, kind: type[_A], *nodes: ast.AST) -> Iterator[_A]:
        """The nodes of a kind within some nodes, these themselves included."""
        return (n for node in nodes for n in walk(node) if isinstance(n, kind))

    def way_out(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        """The nodes around a node, innermost first, each after the one in it that leads there."""
        return itertools.pairwise((node, *self.ancestors(node)))

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around a node, innermost first."""
        current = self.parent.get(node)
        while current is not None:
            yield current
            current = self.parent.get(current)

    def taker(self, node: ast.AST) -> ast.AST:
        """What takes a value: the node around it, or around the keyword that hands it over."""
        around = self.parent[node]
        return self.parent[around] if isinstance(around, ast.keyword) else around

    def within(self, node: ast.AST, around: ast.AST) -> bool:
        """Whether a node stands anywhere in another."""
        return any(outer is around for outer in self.ancestors(node))

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that holds a node (itself, if it is one)."""
        while not isinstance(node, ast.stmt):
            node = self.parent[node]
        return node

    def stored_by(self, value: ast.AST) -> ast.Assign | None:
        """The assignment that stores an expression as it is; None for all other uses of it."""
        around = self.parent.get(value)
        return around if isinstance(around, ast.Assign) and around.value is value else None

    def function(self, node: ast.AST) -> FunctionNode | None:
        """The innermost function whose body (not its decorators or defaults) holds the node."""
        scope: Scope | None = self.scope.get(node)
        while scope is not None and not scope.is_function:
            scope = scope.parent
        return scope.node if scope is not None else None  # type: ignore[return-value]

    def functions(self, node: ast.AST) -> Iterator[FunctionNode]:
        """The functions around a node, the innermost first."""
        function = self.function(node)
        while function is not None:
            yield function
            function = self.function(function)

    def around(self, node: ast.AST, *kinds: type[_A]) -> _A | None:
        """The innermost node of some kinds that holds another one."""
        return next((a for a in self.ancestors(node) if isinstance(a, kinds)), None)

    def owner(self, node: ast.AST) -> ast.ClassDef | None:
        """The class whose method a node stands in, through nested functions."""
        return next(filter(None, map(self.class_of, self.functions(node))), None)

    def returns(self, function: FunctionNode) -> list[ast.Return]:
        """The `return` statements of a function, without those of functions in it."""
        return self._returns.get(function, [])

    def results(self, function: FunctionNode) -> list[ast.expr | None]:
        """What a function gives: what each `return` gives, or what its `lambda` computes."""
        if isinstance(function, ast.Lambda):
            return [function.body]
        return [r.value for r in self.returns(function)]

    def class_of(self, node: ast.AST) -> ast.ClassDef | None:
        """The class whose body directly holds the definition."""
        around = self.parent.get(node)
        while isinstance(around, (ast.If, ast.Try, ast.With)):
            around = self.parent.get(around)
        return around if isinstance(around, ast.ClassDef) else None

    @cached_property
    def _returns(self) -> dict[FunctionNode, list[ast.Return]]:
        out: dict[FunctionNode, list[ast.Return]] = {}
        for node in self.all(ast.Return):
            function = self.function(node)
            if function is not None:
                out.setdefault(function, []).append(node)
        return out

    @cached_property
    def _receivers(self) -> dict[ast.AST, tuple[str, bool]]:
        """The first parameter of each method, and whether it is the class."""
        out: dict[ast.AST, tuple[str, bool]] = {}
        for function in self.all(ast.FunctionDef, ast.AsyncFunctionDef):
            first = [*function.args.posonlyargs, *function.args.args][:1]
            if not first or self.class_of(function) is None:
                continue
            marks = {d.id for d in function.decorator_list if isinstance(d, ast.Name)}
            if "staticmethod" not in marks:
                of_class = "classmethod" in marks or function.name in OF_CLASS
                out[function] = (first[0].arg, of_class)
        return out

    def receiver(self, function: ast.AST | None) -> str:
        """The parameter that holds what a method was called on, the object or its class.

        Returns:
            Its name, whatever that is; "" for a function that is no method.
        """
        return self._receivers[function][0] if function in self._receivers else ""

    def is_self(self, node: ast.AST | None) -> bool:
        """Whether a name is the object that the method around it was called on."""
        return isinstance(node, ast.Name) and self._received(node) is False

    def is_cls(self, node: ast.AST | None) -> bool:
        """Whether a name is the class that the class method around it was called on."""
        return isinstance(node, ast.Name) and self._received(node) is True

    def _received(self, node: ast.Name) -> bool | None:
        holder = self.scope[node].holder(node.id) if node in self.scope else None
        name, of_class = self._receivers.get(holder.node, ("", False)) if holder else ("", False)
        return of_class if name == node.id else None

    def qualname(self, node: ast.AST) -> str:
        """Dotted name of the definition that is or holds the node; "" at module level."""
        parts = []
        current: ast.AST | None = node
        while current is not None:
            if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                parts.append(current.name)
            current = self.parent.get(current)
        return ".".join(reversed(parts))

    def block_of(self, statement: ast.stmt) -> list[ast.stmt]:
        """The list of statements that a statement stands in."""
        around = self.parent[statement]
        if around is self.tree:
            return self.tree.body  # the one block that is as long as the file
        for name in ("body", "orelse", "finalbody"):
            block = getattr(around, name, None)
            if isinstance(block, list) and statement in block:
                return block
        raise KeyError(statement)

    def before(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements in front of one, in its block."""
        block = self.block_of(statement)
        return block[: block.index(statement)]

    def behind(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements behind one, in its block."""
        block = self.block_of(statement)
        return block[block.index(statement) + 1 :]

    def source(self, node: ast.AST) -> str:
        """The text of a node, exactly as written."""
        # As ast.get_source_segment, which splits the whole text again for each node.
        first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
        if first is None or last is None:
            return ""
        begin, end = getattr(node, "col_offset"), getattr(node, "end_col_offset")
        lines = [line.encode() for line in self.lines[first - 1 : last]]
        lines[-1] = lines[-1][:end]  # first: the only line may be cut at both ends
        lines[0] = lines[0][begin:]
        return b"".join(lines).decode()

    def import_target(self, module: str | None, level: int) -> str:
        """What `from <dots><module>` names, absolutely."""
        if not level:
            return module or ""
        package = self.name.split(".") if self.name else []
        if not self.is_package:
            package = package[:-1]
        package = package[: len(package) - (level - 1)] if level > 1 else package
        return ".".join([*package, *([module] if module else [])])


def physical_lines(text: str) -> list[str]:
    """The lines of a text with their ends, as Python counts them.

    `str.splitlines` also breaks at form feeds and other separators, which Python does not.
    """
    return _LINE.findall(text)


# Methods that Python itself hands the class.
OF_CLASS = ("__new__", "__init_subclass__", "__class_getitem__")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
