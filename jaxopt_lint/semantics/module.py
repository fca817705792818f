"""One parsed file: its nodes by type, their parents, its scopes and bindings.

Everything else in `semantics` is computed from this index. It is built in one walk over the C
parser's tree; LibCST trees, which cost ten times as much, are built for rewriting only.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ScopeNode = (
    ast.Module
    | ast.ClassDef
    | ast.FunctionDef
    | ast.AsyncFunctionDef
    | ast.Lambda
    | ast.ListComp
    | ast.SetComp
    | ast.DictComp
    | ast.GeneratorExp
)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(eq=False, slots=True)
class Binding:
    """One place where a name gets a value."""

    name: str
    kind: str  # import, def, class, param, assign, target, augmented, except, delete
    node: ast.AST  # the statement, parameter or expression that binds
    value: ast.expr | None = None  # for `name = value` exactly
    target: str = ""  # for imports: the dotted thing that is bound


@dataclass(eq=False, slots=True)
class Scope:
    """A namespace of Python: what is bound in it, and where it is nested."""

    node: ScopeNode
    parent: Scope | None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    outer: dict[str, str] = field(default_factory=dict)  # name -> "global" or "nonlocal"

    @property
    def is_function(self) -> bool:
        return isinstance(self.node, FUNCTIONS)

    def add(self, binding: Binding) -> None:
        scope = self
        where = self.outer.get(binding.name)
        if where == "global":
            while scope.parent is not None:
                scope = scope.parent
        elif where == "nonlocal" and self.parent is not None:
            holder = self.parent.holder(binding.name)
            scope = holder if holder is not None else self
        scope.bindings.setdefault(binding.name, []).append(binding)

    def holder(self, name: str) -> Scope | None:
        """The scope whose binding of `name` code in this scope sees; None for builtins."""
        scope: Scope | None = self
        first = True
        while scope is not None:
            # A class body's names are seen by the body itself, not by the functions in it.
            if name in scope.bindings and (first or not isinstance(scope.node, ast.ClassDef)):
                return scope
            first = first and isinstance(scope.node, COMPREHENSIONS)
            scope = scope.parent
        return None


class Module:
    """The index of one file.

    Attributes:
        name: dotted module name, as other modules of the project would import it.
        is_package: whether the file is an `__init__.py`.
        tree: the parsed file.
        nodes: every node, by type, in source order.
        parent: the node around each node.
        scope: the scope that each expression and statement is evaluated in.

    Raises:
        SyntaxError: the text is not Python for the running interpreter.
    """

    def __init__(self, text: str, name: str = "", *, path: str = "", is_package: bool = False):
        self.text = text
        self.name = name
        self.path = path
        self.is_package = is_package
        self.tree = ast.parse(text)
        self.nodes: dict[type[ast.AST], list[ast.AST]] = {}
        self.parent: dict[ast.AST, ast.AST] = {}
        self.scope: dict[ast.AST, Scope] = {}
        self.scopes: dict[ast.AST, Scope] = {}
        self.top = Scope(self.tree, None)
        self.scopes[self.tree] = self.top
        _Indexer(self).body(self.tree, self.top)

    @cached_property
    def lines(self) -> list[str]:
        """The physical lines, with their ends."""
        return physical_lines(self.text)

    def all(self, *types: type[ast.AST]) -> Iterator[ast.AST]:
        """Every node of the given types, in source order within each type."""
        for kind in types:
            yield from self.nodes.get(kind, ())

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around a node, innermost first."""
        current = self.parent.get(node)
        while current is not None:
            yield current
            current = self.parent.get(current)

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that holds a node (itself, if it is one)."""
        while not isinstance(node, ast.stmt):
            node = self.parent[node]
        return node

    def function(self, node: ast.AST) -> FunctionNode | None:
        """The innermost function whose body (not its decorators or defaults) holds the node."""
        scope: Scope | None = self.scope.get(node)
        while scope is not None and not scope.is_function:
            scope = scope.parent
        return scope.node if scope is not None else None  # type: ignore[return-value]

    def class_of(self, node: ast.AST) -> ast.ClassDef | None:
        """The class whose body directly holds the definition."""
        around = self.parent.get(node)
        while isinstance(around, (ast.If, ast.Try, ast.With)):
            around = self.parent.get(around)
        return around if isinstance(around, ast.ClassDef) else None

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
        for name in ("body", "orelse", "finalbody"):
            block = getattr(around, name, None)
            if isinstance(block, list) and statement in block:
                return block
        raise KeyError(statement)

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


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


class _Indexer:
    """Fills a Module's tables in one recursive walk."""

    def __init__(self, module: Module):
        self.m = module
        self.nodes = module.nodes
        self.parent = module.parent
        self.scope = module.scope

    def body(self, node: ast.AST, scope: Scope) -> None:
        for child in ast.iter_child_nodes(node):
            self.visit(child, node, scope)

    def visit(self, node: ast.AST, parent: ast.AST, scope: Scope) -> None:
        kind = type(node)
        self.parent[node] = parent
        self.scope[node] = scope
        bucket = self.nodes.get(kind)
        if bucket is None:
            self.nodes[kind] = [node]
        else:
            bucket.append(node)
        special = _SPECIAL.get(kind)
        if special is not None:
            special(self, node, scope)
            return
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                self.visit(value, node, scope)
            elif isinstance(value, list):
                for item in value:
                    if isinstance(item, ast.AST):
                        self.visit(item, node, scope)

    # -- nodes that bind or open a scope ------------------------------------------------

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> None:
        for item in node.decorator_list:
            self.visit(item, node, scope)
        if node.returns is not None:
            self.visit(node.returns, node, scope)
        scope.add(Binding(node.name, "def", node))
        inner = self._arguments(node, node.args, scope)
        for statement in node.body:
            if isinstance(statement, (ast.Global, ast.Nonlocal)):
                for name in statement.names:
                    inner.outer[name] = type(statement).__name__.lower()
        for statement in node.body:
            self.visit(statement, node, inner)

    def _lambda(self, node: ast.Lambda, scope: Scope) -> None:
        inner = self._arguments(node, node.args, scope)
        self.visit(node.body, node, inner)

    def _arguments(self, node: FunctionNode, args: ast.arguments, scope: Scope) -> Scope:
        inner = Scope(node, scope)
        self.m.scopes[node] = inner
        self.parent[args] = node
        self.scope[args] = scope
        for default in [*args.defaults, *(d for d in args.kw_defaults if d is not None)]:
            self.visit(default, args, scope)
        extra = [a for a in (args.vararg, args.kwarg) if a is not None]
        for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs, *extra]:
            self.parent[arg] = args
            self.scope[arg] = inner
            if arg.annotation is not None:
                self.visit(arg.annotation, arg, scope)
            inner.add(Binding(arg.arg, "param", arg))
        return inner

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        for item in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(item, node, scope)
        scope.add(Binding(node.name, "class", node))
        inner = Scope(node, scope)
        self.m.scopes[node] = inner
        for statement in node.body:
            self.visit(statement, node, inner)

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, scope: Scope
    ) -> None:
        inner = Scope(node, scope)
        self.m.scopes[node] = inner
        for i, generator in enumerate(node.generators):
            self.parent[generator] = node
            self.scope[generator] = inner
            # The first iterable is evaluated outside.
            self.visit(generator.iter, generator, scope if i == 0 else inner)
            self.visit(generator.target, generator, inner)
            self._targets(generator.target, generator, inner)
            for test in generator.ifs:
                self.visit(test, generator, inner)
        if isinstance(node, ast.DictComp):
            self.visit(node.key, node, inner)
            self.visit(node.value, node, inner)
        else:
            self.visit(node.elt, node, inner)

    def _import(self, node: ast.Import, scope: Scope) -> None:
        for alias in node.names:
            self.parent[alias] = node
            if alias.asname:
                binding = Binding(alias.asname, "import", node, target=alias.name)
            else:
                first = alias.name.split(".")[0]
                binding = Binding(first, "import", node, target=first)
            scope.add(binding)

    def _import_from(self, node: ast.ImportFrom, scope: Scope) -> None:
        base = self.m.import_target(node.module, node.level)
        for alias in node.names:
            self.parent[alias] = node
            target = f"{base}.{alias.name}" if base else alias.name
            scope.add(Binding(alias.asname or alias.name, "import", node, target=target))

    def _assign(self, node: ast.Assign, scope: Scope) -> None:
        self.visit(node.value, node, scope)
        for target in node.targets:
            self.visit(target, node, scope)
            if isinstance(target, ast.Name):
                scope.add(Binding(target.id, "assign", node, value=node.value))
            else:
                self._targets(target, node, scope)

    def _ann_assign(self, node: ast.AnnAssign, scope: Scope) -> None:
        self.visit(node.annotation, node, scope)
        if node.value is not None:
            self.visit(node.value, node, scope)
        self.visit(node.target, node, scope)
        if isinstance(node.target, ast.Name):
            kind = "assign" if node.value is not None else "declare"
            scope.add(Binding(node.target.id, kind, node, value=node.value))

    def _aug_assign(self, node: ast.AugAssign, scope: Scope) -> None:
        self.visit(node.value, node, scope)
        self.visit(node.target, node, scope)
        if isinstance(node.target, ast.Name):
            scope.add(Binding(node.target.id, "augmented", node))

    def _named(self, node: ast.NamedExpr, scope: Scope) -> None:
        self.visit(node.value, node, scope)
        self.visit(node.target, node, scope)
        holder = scope
        while isinstance(holder.node, COMPREHENSIONS) and holder.parent is not None:
            holder = holder.parent
        holder.add(Binding(node.target.id, "assign", node, value=node.value))

    def _for(self, node: ast.For | ast.AsyncFor, scope: Scope) -> None:
        self.visit(node.iter, node, scope)
        self.visit(node.target, node, scope)
        self._targets(node.target, node, scope)
        for statement in [*node.body, *node.orelse]:
            self.visit(statement, node, scope)

    def _withitem(self, node: ast.withitem, scope: Scope) -> None:
        self.visit(node.context_expr, node, scope)
        if node.optional_vars is not None:
            self.visit(node.optional_vars, node, scope)
            self._targets(node.optional_vars, node, scope)

    def _handler(self, node: ast.ExceptHandler, scope: Scope) -> None:
        if node.type is not None:
            self.visit(node.type, node, scope)
        if node.name:
            scope.add(Binding(node.name, "except", node))
        for statement in node.body:
            self.visit(statement, node, scope)

    def _delete(self, node: ast.Delete, scope: Scope) -> None:
        for target in node.targets:
            self.visit(target, node, scope)
            if isinstance(target, ast.Name):
                scope.add(Binding(target.id, "delete", node))

    def _global(self, node: ast.Global | ast.Nonlocal, scope: Scope) -> None:
        for name in node.names:
            scope.outer[name] = type(node).__name__.lower()

    def _match_name(self, node: ast.MatchAs | ast.MatchStar, scope: Scope) -> None:
        if node.name:
            scope.add(Binding(node.name, "target", node))
        if isinstance(node, ast.MatchAs) and node.pattern is not None:
            self.visit(node.pattern, node, scope)

    def _targets(self, target: ast.expr, node: ast.AST, scope: Scope) -> None:
        if isinstance(target, ast.Name):
            scope.add(Binding(target.id, "target", node))
        elif isinstance(target, ast.Starred):
            self._targets(target.value, node, scope)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for item in target.elts:
                self._targets(item, node, scope)


_SPECIAL: dict[type[ast.AST], Callable[..., None]] = {
    ast.FunctionDef: _Indexer._function,
    ast.AsyncFunctionDef: _Indexer._function,
    ast.Lambda: _Indexer._lambda,
    ast.ClassDef: _Indexer._class,
    ast.ListComp: _Indexer._comprehension,
    ast.SetComp: _Indexer._comprehension,
    ast.DictComp: _Indexer._comprehension,
    ast.GeneratorExp: _Indexer._comprehension,
    ast.Import: _Indexer._import,
    ast.ImportFrom: _Indexer._import_from,
    ast.Assign: _Indexer._assign,
    ast.AnnAssign: _Indexer._ann_assign,
    ast.AugAssign: _Indexer._aug_assign,
    ast.NamedExpr: _Indexer._named,
    ast.For: _Indexer._for,
    ast.AsyncFor: _Indexer._for,
    ast.withitem: _Indexer._withitem,
    ast.ExceptHandler: _Indexer._handler,
    ast.Delete: _Indexer._delete,
    ast.Global: _Indexer._global,
    ast.Nonlocal: _Indexer._global,
    ast.MatchAs: _Indexer._match_name,
    ast.MatchStar: _Indexer._match_name,
}
