"""The one walk over a parsed file: nodes by type, parents, scopes and bindings."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from jaxopt_lint.semantics.python.scopes import (
    COMPREHENSIONS,
    Binding,
    Comprehension,
    Definition,
    FunctionNode,
    Scope,
)
from jaxopt_lint.semantics.python.signatures import defaults
from jaxopt_lint.semantics.python.walking import children
from jaxopt_lint.syntax import nodes
from jaxopt_lint.syntax.nodes import type_params


class Indexer:
    """Fills the tables of a file in one recursive walk.

    Args:
        scopes: the scope that each node opens.
        import_target: what `from <dots><module>` names, absolutely.
    """

    def __init__(
        self,
        scopes: dict[ast.AST, Scope],
        import_target: Callable[[str | None, int], str],
    ) -> None:
        self.nodes: dict[type[ast.AST], list[ast.AST]] = {}
        self.parent: dict[ast.AST, ast.AST] = {}
        self.scope: dict[ast.AST, Scope] = {}
        self.scopes = scopes
        self.import_target = import_target

    def each(self, nodes: Iterable[ast.AST], parent: ast.AST, scope: Scope) -> None:
        """Index nodes, one after the other."""
        for node in nodes:
            self.visit(node, parent, scope)

    def body(self, node: ast.AST, scope: Scope) -> None:
        self.each(children(node), node, scope)

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
        for child in children(node):
            self.visit(child, node, scope)

    # -- nodes that bind or open a scope ------------------------------------------------

    def _function(self, node: Definition, scope: Scope) -> None:
        self.each(node.decorator_list, node, scope)
        around = self._type_params(node, scope)
        if node.returns is not None:
            self.visit(node.returns, node, around)
        scope.add(Binding(node.name, "def", node))
        inner = self._arguments(node, node.args, scope, around)
        for statement in node.body:
            if isinstance(statement, (ast.Global, ast.Nonlocal)):
                for name in statement.names:
                    inner.outer[name] = type(statement).__name__.lower()
        self.each(node.body, node, inner)

    def _lambda(self, node: ast.Lambda, scope: Scope) -> None:
        inner = self._arguments(node, node.args, scope)
        self.visit(node.body, node, inner)

    def _arguments(
        self, node: FunctionNode, args: ast.arguments, scope: Scope, around: Scope | None = None
    ) -> Scope:
        around = around or scope
        inner = Scope(node, around)
        self.scopes[node] = inner
        self.parent[args] = node
        self.scope[args] = scope
        self.each([*defaults(node).values()], args, scope)
        extra = [a for a in (args.vararg, args.kwarg) if a is not None]
        for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs, *extra]:
            self.parent[arg] = args
            self.scope[arg] = inner
            if arg.annotation is not None:
                self.visit(arg.annotation, arg, around)
            inner.add(Binding(arg.arg, "param", arg))
        return inner

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        self.each(node.decorator_list, node, scope)
        around = self._type_params(node, scope)
        self.each([*node.bases, *node.keywords], node, around)
        scope.add(Binding(node.name, "class", node))
        inner = Scope(node, around)
        self.scopes[node] = inner
        self.each(node.body, node, inner)

    def _type_alias(self, node: ast.AST, scope: Scope) -> None:
        around = self._type_params(node, scope)
        self.visit(getattr(node, "value"), node, around)
        name: ast.Name = getattr(node, "name")
        self.visit(name, node, scope)
        scope.add(Binding(name.id, "type", node))

    def _type_params(self, node: ast.AST, scope: Scope) -> Scope:
        """The scope of type parameters, around what they belong to; the one given if there are
        none."""
        parameters = type_params(node)
        if not parameters:
            return scope
        around = Scope(parameters[0], scope)  # type: ignore[arg-type]
        self.scopes[parameters[0]] = around
        for parameter in parameters:
            around.add(Binding(getattr(parameter, "name"), "type", parameter))
            self.visit(parameter, node, around)
        return around

    def _comprehension(self, node: Comprehension, scope: Scope) -> None:
        inner = Scope(node, scope)
        self.scopes[node] = inner
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
            if node.value is not None:  # there is none in `{**x for x in y}` of Python 3.15
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
        base = self.import_target(node.module, node.level)
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
        self.each([*node.body, *node.orelse], node, scope)

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
        self.each(node.body, node, scope)

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
    ast.FunctionDef: Indexer._function,
    ast.AsyncFunctionDef: Indexer._function,
    ast.Lambda: Indexer._lambda,
    ast.ClassDef: Indexer._class,
    ast.ListComp: Indexer._comprehension,
    ast.SetComp: Indexer._comprehension,
    ast.DictComp: Indexer._comprehension,
    ast.GeneratorExp: Indexer._comprehension,
    ast.Import: Indexer._import,
    ast.ImportFrom: Indexer._import_from,
    ast.Assign: Indexer._assign,
    ast.AnnAssign: Indexer._ann_assign,
    ast.AugAssign: Indexer._aug_assign,
    ast.NamedExpr: Indexer._named,
    ast.For: Indexer._for,
    ast.AsyncFor: Indexer._for,
    ast.withitem: Indexer._withitem,
    ast.ExceptHandler: Indexer._handler,
    ast.Delete: Indexer._delete,
    ast.Global: Indexer._global,
    ast.Nonlocal: Indexer._global,
    ast.MatchAs: Indexer._match_name,
    ast.MatchStar: Indexer._match_name,
    nodes.TypeAlias: Indexer._type_alias,
}
