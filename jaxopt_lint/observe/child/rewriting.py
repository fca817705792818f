"""Rewrites a module so that its calls, operators, loops and functions pass probes.

A probe gets the number of its site and a value, and gives the value back: `f(x)` turns into
`result(7, callee(7, f)(argument(7, x)))`. No frame comes to stand between caller and callee, so
tracebacks, `super()`, `locals()`, `warnings` with a stacklevel, and whatever else looks at frames
see what they always see. All nodes keep their lines and columns.

Standard library only. Nothing here runs the program.
"""

from __future__ import annotations

import ast
import zlib
from collections.abc import Callable
from typing import Any

from .naming import declared_globals, names_of
from .operator_sites import OPERATORS, OperatorSites
from .sites import (
    ARGUMENT,
    CALLEE,
    ENTERED,
    IMPORTED,
    ITERATION,
    LOOP,
    MAIN,
    OPERATOR,
    RAISED,
    RESULT,
    RETURNED,
    STORED,
    STORING,
    Site,
    written,
)  # fmt: skip
from .state_sites import KEEPING

# Calls that never have to do with a device, or that look at the frame or scope they stand in.
_QUIET = {
    "super", "locals", "globals", "vars", "dir", "eval", "exec", "isinstance", "issubclass",
    "len", "hasattr", "callable", "id", "type", "breakpoint", "staticmethod", "classmethod",
    "property", "open", "input", "__import__", "setattr", "delattr",
}  # fmt: skip
# Libraries that read the bytecode of functions that they decorate.
_READ_BYTECODE = {"numba", "torch", "torchdynamo"}
_PLAIN = (
    ast.Constant, ast.Lambda, ast.JoinedStr, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp,
)  # fmt: skip
_METHOD_STACK = 30  # calls with fewer arguments are compiled as calls of methods


def rewrite(
    tree: ast.Module,
    file: str,
    source: bytes,
    wanted: Callable[[str], bool],
) -> dict[int, Site]:
    """Put probes into a tree, in place.

    Args:
        tree: of the module.
        file: path from the root.
        source: of the module; with the path it gives the numbers of sites, the same in every
            process.
        wanted: whether a function, by its qualified name, is to be watched.

    Returns:
        the sites by their numbers.
    """
    base = zlib.crc32(file.encode("utf-8", "surrogatepass") + b"\0" + source) << 20
    rewriter = _Rewriter(file, base, wanted, names_of(tree))
    tree.body = rewriter.statements(tree.body)
    return rewriter.sites


def begin_with_main(tree: ast.Module) -> None:
    """Have a script call the probe `MAIN` in its first statement."""
    place = int(ast.get_docstring(tree, clean=False) is not None)
    while place < len(tree.body):
        one = tree.body[place]
        if not isinstance(one, ast.ImportFrom) or one.module != "__future__":
            break
        place += 1
    at: Any = tree.body[place] if place < len(tree.body) else None
    call = ast.parse(f"{MAIN}()").body[0]
    for node in ast.walk(call):
        if at is not None:
            ast.copy_location(node, at)
    tree.body.insert(place, call)


class _Rewriter(OperatorSites):
    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            out.extend(new if isinstance(new, list) else [new])
        return out

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                if value and isinstance(value[0], ast.stmt):
                    setattr(node, name, self.statements(value))
                else:
                    new = [self.visit(one) if isinstance(one, ast.AST) else one for one in value]
                    setattr(node, name, new)
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node

    # -- scopes

    def visit_FunctionDef(self, node: Any) -> Any:
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        self._defaults(node.args)
        blind = _reads_bytecode(node)
        outer = self.loops, self.on, self.globals
        self.scopes.append((node.name, True))
        self.loops = []
        self.globals = declared_globals(node)
        self.blind += blind
        self.on = self.wanted(self.qualname())
        node.body = self.statements(node.body)
        if self.on and not self.blind:
            self._enter(node)
        self.blind -= blind
        self.scopes.pop()
        self.loops, self.on, self.globals = outer
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def _enter(self, node: Any) -> None:
        args = node.args
        parameters = [*args.posonlyargs, *args.args, *filter(None, [args.vararg])]
        parameters += [*args.kwonlyargs, *filter(None, [args.kwarg])]
        names = tuple(one.arg for one in parameters)
        place = int(ast.get_docstring(node, clean=False) is not None)
        at = node.body[min(place, len(node.body) - 1)]
        while hasattr(at, "decorator_list") and at.decorator_list:
            at = at.decorator_list[0]
        number = self.site(node, "function", node.name, names)
        values = [ast.copy_location(ast.Name(one.arg, ast.Load()), at) for one in parameters]
        call = self.probe(ENTERED, number, *values, at=at)
        node.body.insert(place, ast.copy_location(ast.Expr(call), at))

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        outer = self.loops
        self.scopes.append((node.name, False))
        self.loops = []
        node.body = self.statements(node.body)
        self.scopes.pop()
        self.loops = outer
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self._defaults(node.args)
        outer = self.loops
        self.scopes.append(("<lambda>", True))
        self.loops = []
        node.body = self.visit(node.body)
        self.scopes.pop()
        self.loops = outer
        return node

    def _defaults(self, args: ast.arguments) -> None:
        args.defaults = [self.visit(one) for one in args.defaults]
        args.kw_defaults = [one and self.visit(one) for one in args.kw_defaults]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_TypeAlias(self, node: Any) -> Any:
        return node

    def visit_match_case(self, node: Any) -> Any:
        if node.guard is not None:
            node.guard = self.test(node.guard)
        node.body = self.statements(node.body)
        return node

    def visit_Delete(self, node: ast.Delete) -> Any:
        return node

    # -- statements

    def visit_Import(self, node: Any) -> Any:
        if getattr(node, "module", None) == "__future__":
            return node
        return [node, self._notice(IMPORTED, node)]

    visit_ImportFrom = visit_Import

    @staticmethod
    def _notice(name: str, at: ast.stmt) -> ast.stmt:
        """A statement that calls a probe with nothing."""
        func = ast.copy_location(ast.Name(name, ast.Load()), at)
        call = ast.copy_location(ast.Call(func, [], []), at)
        return ast.copy_location(ast.Expr(call), at)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> Any:
        if node.type is not None:
            node.type = self.visit(node.type)
        body = self.statements(node.body)
        node.body = [self._notice(RAISED, body[0]), *body] if self.watching() else body
        return node

    def visit_For(self, node: Any) -> Any:
        node.iter = self.visit(node.iter)
        node.target = self.visit(node.target)
        if self.watching():
            number = self.site(node, "loop", "for")
            if isinstance(node, ast.For):
                node.iter = self.probe(LOOP, number, node.iter, at=node.iter)
        self._loop_body(node, self.watching() and number)
        return node

    visit_AsyncFor = visit_For

    def visit_While(self, node: ast.While) -> Any:
        node.test = self.test(node.test)
        if not self.watching():
            self._loop_body(node, 0)
            return node
        number = self.site(node, "loop", "while")
        self._loop_body(node, number)
        nothing = ast.copy_location(ast.Constant(None), node)
        entry = self.probe(LOOP, number, nothing, at=node)
        return [ast.copy_location(ast.Expr(entry), node), node]

    def _loop_body(self, node: Any, number: int) -> None:
        self.loops.append(node.lineno)
        node.body = self.statements(node.body)
        self.loops.pop()
        node.orelse = self.statements(node.orelse)
        if number:
            at = node.body[0]
            while getattr(at, "decorator_list", None):
                at = at.decorator_list[0]
            call = self.probe(ITERATION, number, at=at)
            node.body.insert(0, ast.copy_location(ast.Expr(call), at))

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None:
            return node
        plain = isinstance(node.value, ast.Constant)
        node.value = self.visit(node.value)
        if self.watching() and not plain and self.scopes and node.value is not None:
            number = self.site(node, "return", self.scopes[-1][0])
            node.value = self.probe(RETURNED, number, node.value, at=node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        single = len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript)
        plain = isinstance(node.value, (*_PLAIN, ast.Tuple, ast.List, ast.Dict))
        kept = self.kept(node, node.targets)
        self.generic_visit(node)
        if not (single and self.watching()) or plain:
            return [node, *kept]
        number = self.site(node, "store", "[]=")
        node.value = self.probe(STORING, number, node.value, at=node.value)
        func = ast.copy_location(ast.Name(STORED, ast.Load()), node)
        call = ast.Call(func, [ast.copy_location(ast.Constant(number), node)], [])
        after = ast.Expr(ast.copy_location(call, node))
        return [node, ast.copy_location(after, node), *kept]

    def visit_Expr(self, node: ast.Expr) -> Any:
        func = node.value.func if isinstance(node.value, ast.Call) else None
        kept = []
        if isinstance(func, ast.Attribute) and func.attr in KEEPING:
            kept = self.kept_item(node, func.value)
        self.generic_visit(node)
        return [node, *kept]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        kept = self.kept(node, [node.target], True)
        node.target = self.visit(node.target)
        node.value = self.visit(node.value)
        if kept or not self.watching() or not isinstance(node.target, ast.Name):
            return [node, *kept]
        number = self.site(node, "operator", OPERATORS.get(type(node.op), "?"))
        name = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        after = ast.Expr(self.probe(OPERATOR, number, name, at=node))
        return [node, ast.copy_location(after, node)]

    def visit_If(self, node: ast.If) -> Any:
        node.test = self.test(node.test)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        return node

    # -- expressions

    def visit_Call(self, node: ast.Call) -> Any:
        literal = (*_PLAIN, ast.Tuple, ast.List, ast.Dict, ast.Set)
        quiet = isinstance(node.func, literal) or (
            isinstance(node.func, ast.Name) and node.func.id in _QUIET
        )
        if quiet or not self.watching():
            return self.generic_visit(node)
        name = written(node.func)
        number = self.site(node, "call", name)
        whole = ast.copy_location(ast.Expr(node), node)  # holds the position, as it is moved below
        if node.args and isinstance(node.args[0], ast.Constant):
            self.sites[number].literal = node.args[0].value
        self.sites[number].parameters = _constant_strings(node)
        method = self._as_method(node)
        node.func = self.probe(CALLEE, number, self.called(node.func), at=node.func)
        node.args = [self._argument(number, one) for one in node.args]
        for keyword in node.keywords:
            keyword.value = self._argument(number, keyword.value)
        if method is not None:
            node.lineno, node.col_offset, node.end_col_offset = method
        return self.probe(RESULT, number, node, at=whole)

    @staticmethod
    def _as_method(node: ast.Call) -> tuple[int, int, int] | None:
        """Where Python says that the call of a method is: on the line of the attribute's name."""
        func = node.func
        starred = any(isinstance(one, ast.Starred) for one in node.args)
        starred = starred or any(one.arg is None for one in node.keywords)
        size = len(node.args) + len(node.keywords) + bool(node.keywords)
        if not isinstance(func, ast.Attribute) or starred or size >= _METHOD_STACK:
            return None
        end_line, end_column = func.end_lineno, func.end_col_offset
        if end_line is None or end_column is None or node.lineno == end_line:
            return None
        return end_line, max(end_column - len(func.attr), 0), end_column

    def visit_ListComp(self, node: Any) -> Any:
        first = node.generators[0]
        first.iter = self.visit(first.iter)
        if self.watching() and not first.is_async:
            number = self.site(node, "comprehension", "for")
            first.iter = self.probe(LOOP, number, first.iter, at=first.iter)
        self.loops.append(node.lineno)
        for generator in node.generators:
            if generator is not first:
                generator.iter = self.visit(generator.iter)
            generator.target = self.visit(generator.target)
            generator.ifs = [self.test(one) for one in generator.ifs]
        for name in ("elt", "key", "value"):
            if hasattr(node, name):
                setattr(node, name, self.visit(getattr(node, name)))
        self.loops.pop()
        return node

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def _argument(self, number: int, value: ast.expr) -> ast.expr:
        if isinstance(value, ast.Starred):
            value.value = self._argument(number, value.value)
            return value
        plain = isinstance(value, _PLAIN)
        new: ast.expr = self.visit(value)
        return new if plain else self.probe(ARGUMENT, number, new, at=value)


def _constant_strings(node: ast.Call) -> tuple[str, ...]:
    values = [*node.args, *(one.value for one in node.keywords)]
    return tuple(
        one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str)
    )


def _reads_bytecode(node: Any) -> bool:
    for decorator in node.decorator_list:
        for inner in ast.walk(decorator):
            if isinstance(inner, ast.Name) and inner.id in (*_READ_BYTECODE, "njit", "nb"):
                return True
    return False
