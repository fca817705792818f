"""Which names a piece of code reads and binds, and whether a value is still read after it.

Answers lean to the careful side: where a path cannot be followed, the name counts as read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from jaxopt_lint.semantics.python.fact import fact
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.semantics.python.nodes import LOOPS, Loop
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS, FUNCTIONS, Scope
from jaxopt_lint.semantics.python.signatures import defaults, parameters
from jaxopt_lint.semantics.python.walking import children, walk
from jaxopt_lint.syntax.nodes import type_params

_SPIES = {"locals", "vars", "eval", "exec", "globals", "dir"}


def read_names(*nodes: ast.AST) -> set[str]:
    """The names that code reads from around it, nested functions included.

    Names that a nested function or comprehension binds for itself are left out.

    >>> sorted(read_names(ast.parse("y = f(x, [i + k for i in x])")))
    ['f', 'k', 'x']
    """
    found: set[str] = set()
    for node in nodes:
        _reads(node, found)
    return found


def assigned_names(*nodes: ast.AST) -> set[str]:
    """The names that code binds in its own scope.

    >>> sorted(assigned_names(ast.parse("a, (b, *c) = x\\nfor i in y: d = lambda q: q")))
    ['a', 'b', 'c', 'd', 'i']
    """
    found: set[str] = set()
    for node in nodes:
        _bind(node, found)
    return found


def reads_after(module: Module, statement: ast.stmt, name: str) -> bool:
    """Whether the value that a name holds right after a statement may be read later.

    Loops around the statement are followed back to their heads. A nested function elsewhere in
    the scope that captures the name, `global`, `locals()` and class bodies count as readers.
    """
    scope = module.scope[statement]
    if isinstance(scope.node, ast.ClassDef) or name in scope.outer:
        return True
    if scope.node is module.tree and _exported(module, name):
        return True
    if captured(module, statement, name):
        return True
    inner: ast.AST = statement
    while True:
        around = module.parent.get(inner)
        if not isinstance(inner, (ast.stmt, ast.ExceptHandler)) or around is None:
            return True
        rest = _rest(around, inner)
        flow = _block(module, rest, name)
        if flow.reads:
            return True
        if around is scope.node:
            return False
        if isinstance(around, LOOPS) and inner in around.body:
            if flow.falls or flow.jumps:
                again = _loop(module, around, name)
                if again.reads:
                    return True
        elif not (flow.falls or flow.jumps):
            # What jumps may still matter further out; nothing jumps and nothing falls through.
            return False
        elif isinstance(around, ast.Try) and _try_reads(around, inner, name):
            return True
        inner = around


def reads_first(module: Module, body: Iterable[ast.stmt], name: str) -> bool:
    """Whether statements may read the value that a name has in front of them."""
    return _block(module, body, name).reads


def keeps(module: Module, body: Iterable[ast.stmt], name: str) -> bool:
    """Whether some way through statements leaves a name as it was."""
    flow = _block(module, body, name)
    return flow.falls or flow.jumps


def captured(module: Module, statement: ast.AST, name: str) -> bool:
    """Whether a nested function outside the statement, in its scope, reads the name."""
    scope = module.scope[statement]
    readers, spied = _readers(module)
    if scope in spied:
        return True
    return any(
        name in names and not module.within(function, statement)
        for function, names in readers.get(scope, ())
    )


_Readers = dict[Scope, list[tuple[ast.AST, set[str]]]]


@fact
def _readers(module: Module) -> tuple[_Readers, set[Scope]]:
    """For each scope the functions right in it with what they read from outside, and the scopes
    that a call of locals() and its kin looks at."""
    readers: _Readers = {}
    declared: dict[ast.AST, set[str]] = {}
    for statement in module.all(ast.Global, ast.Nonlocal):
        for around in module.ancestors(statement):
            declared.setdefault(around, set()).update(statement.names)
    for function in module.all(*FUNCTIONS):
        own = _binds(function) - declared.get(function, set())
        names = read_names(*_bodies(function)) - own
        readers.setdefault(module.scope[function], []).append((function, names))
    spied = {
        module.scope[call]
        for call in module.all(ast.Call)
        if isinstance(call.func, ast.Name) and call.func.id in _SPIES and not call.args
    }
    return readers, spied


# -- flow ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Flow:
    """What code does with a name's value that comes in: read it; let it through; jump with it."""

    reads: bool
    falls: bool = True
    jumps: bool = False


def _block(module: Module, statements: Iterable[ast.stmt], name: str) -> _Flow:
    jumps = False
    for statement in statements:
        flow = _statement(module, statement, name)
        if flow.reads:
            return flow
        jumps |= flow.jumps
        if not flow.falls:
            return _Flow(False, False, jumps)
    return _Flow(False, True, jumps)


def _statement(module: Module, node: ast.stmt, name: str) -> _Flow:
    if isinstance(node, ast.If):
        if name in _read_by(module, node.test):
            return _Flow(True)
        body, other = _block(module, node.body, name), _block(module, node.orelse, name)
        return _Flow(
            body.reads or other.reads, body.falls or other.falls, body.jumps or other.jumps
        )
    if isinstance(node, LOOPS):
        flow = _loop(module, node, name)
        after = _block(module, node.orelse, name)
        return _Flow(flow.reads or after.reads)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        if name in read_names(*node.items):
            return _Flow(True)
        if name in assigned_names(*node.items):
            return _Flow(False, False)
        return _block(module, node.body, name)
    if isinstance(node, ast.Try):
        return _Flow(name in _read_by(module, node))
    if isinstance(node, (ast.Break, ast.Continue)):
        return _Flow(False, False, True)
    if isinstance(node, (ast.Return, ast.Raise)):
        return _Flow(name in _read_by(module, node), False)
    if name in _read_by(module, node):
        return _Flow(True)
    if isinstance(node, ast.Match):
        return _Flow(False)
    return _Flow(False, name not in _bound_by(module, node))


def _loop(module: Module, node: Loop, name: str) -> _Flow:
    """One more turn of a loop, from its head."""
    if isinstance(node, ast.While):
        if name in _read_by(module, node.test):
            return _Flow(True)
    else:
        if name in _read_by(module, node.iter):
            return _Flow(True)
        if name in _bound_by(module, node.target):
            return _Flow(False)
    return _Flow(_block(module, node.body, name).reads)


# Every name of a loop asks the same statements.
@fact
def _read_by(module: Module, node: ast.AST) -> set[str]:
    """The names that a node reads."""
    return read_names(node)


@fact
def _bound_by(module: Module, node: ast.AST) -> set[str]:
    """The names that a node binds."""
    return assigned_names(node)


def _rest(around: ast.AST, inner: ast.AST) -> list[ast.stmt]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(around, field, None)
        if isinstance(block, list) and inner in block:
            return list(block[block.index(inner) + 1 :])
    return []


def _try_reads(around: ast.Try, inner: ast.AST, name: str) -> bool:
    later: list[ast.AST] = list(around.finalbody) if inner not in around.finalbody else []
    if inner in around.body:
        later += [*around.handlers, *around.orelse]
    return name in read_names(*later)


# -- names --------------------------------------------------------------------------------


def _reads(node: ast.AST, found: set[str]) -> None:
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, (ast.Load, ast.Del)):
            found.add(node.id)
    elif isinstance(node, ast.AugAssign):
        if isinstance(node.target, ast.Name):
            found.add(node.target.id)
        for child in children(node):
            _reads(child, found)
    elif isinstance(node, FUNCTIONS):
        found |= read_names(*_heads(node))
        found |= read_names(*_bodies(node)) - _own(node)
    elif isinstance(node, COMPREHENSIONS):
        inner: set[str] = set()
        for child in children(node):
            _reads(child, inner)
        own = assigned_names(*(g.target for g in node.generators))
        found |= inner - own
        _reads(node.generators[0].iter, found)
    else:
        for child in children(node):
            _reads(child, found)


def _heads(function: ast.AST) -> list[ast.AST]:
    given = defaults(function).values()  # type: ignore[arg-type]
    return [*given, *getattr(function, "decorator_list", ()), *type_params(function)]


def _bodies(function: ast.AST) -> list[ast.AST]:
    body = function.body  # type: ignore[attr-defined]
    return list(body) if isinstance(body, list) else [body]


def _own(function: ast.AST) -> set[str]:
    nodes = (node for body in _bodies(function) for node in walk(body))
    declared = (node for node in nodes if isinstance(node, (ast.Global, ast.Nonlocal)))
    return _binds(function) - {name for node in declared for name in node.names}


def _binds(function: ast.AST) -> set[str]:
    """The names that a function binds, those that it declares to be of others with them."""
    own = set(parameters(function))  # type: ignore[arg-type]
    own |= {getattr(parameter, "name") for parameter in type_params(function)}
    return own | assigned_names(*_bodies(function))


def _bind(node: ast.AST, found: set[str]) -> None:
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, (ast.Store, ast.Del)):
            found.add(node.id)
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        found.add(node.name)
    elif isinstance(node, ast.Lambda):
        return
    elif isinstance(node, COMPREHENSIONS):
        found.update(n.target.id for n in walk(node) if isinstance(n, ast.NamedExpr))
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        found.update(alias.asname or alias.name.split(".")[0] for alias in node.names)
    else:
        if isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            found.add(node.name)
        for child in children(node):
            _bind(child, found)


def _exported(module: Module, name: str) -> bool:
    """Whether functions of the file, or `__all__`, read a module-level name."""
    for node in module.named(name):
        if isinstance(node.ctx, ast.Load):
            seen = module.scope[node].holder(name)
            if module.function(node) is not None and seen is module.top:
                return True
    return any(
        isinstance(c, ast.Constant) and c.value == name
        for b in module.top.bindings.get("__all__", ())
        for c in walk(b.node)
    )
