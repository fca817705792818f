"""Which statements have to run before others: names traced backwards through a block.

A slice holds more than is needed rather than less: what a name was bound to last is not asked.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

_LINE_END = re.compile("\r\n|\r|\n")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_IMPORTS = (ast.Import, ast.ImportFrom)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BINDING = (ast.Assign, ast.AnnAssign, *_FUNCTIONS, ast.ClassDef, *_IMPORTS)  # in any case
_STARTS = {"init", "initialize", "start_run"}
_SETS_UP = {"config", "environ", "seed", "filterwarnings"}  # parts of calls made for what they do


def words(node: ast.AST) -> set[str]:
    """The names and attributes that stand in code."""
    found = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            found.add(inner.id)
        elif isinstance(inner, ast.Attribute):
            found.add(inner.attr)
        elif isinstance(inner, ast.alias):
            found.add(inner.name)
    return found


def read(node: ast.AST) -> set[str]:
    """The names that code reads from around it; what a function binds itself is left out."""
    if isinstance(node, ast.Name):
        return set() if isinstance(node.ctx, ast.Store) else {node.id}
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return _read_by(node)
    found = set().union(*(read(child) for child in ast.iter_child_nodes(node)))
    if isinstance(node, _COMPREHENSIONS):
        found -= {name for one in node.generators for name in _stored(one.target)}
    return found


def _read_by(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    own = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
    for one in body:
        if isinstance(one, ast.stmt):
            own |= bound(one)
    outside = [node.args, *getattr(node, "decorator_list", [])]
    inside = set().union(*map(read, body))
    return (inside - own).union(*map(read, outside))


def _stored(target: ast.expr) -> set[str]:
    return {one.id for one in ast.walk(target) if isinstance(one, ast.Name)}


def bound(statement: ast.stmt) -> set[str]:
    """The names that a statement binds in its block."""
    found: set[str] = set()
    for node in _own(statement):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            found.add(node.name)
    return found


def live(statements: Iterable[ast.stmt], before: Iterable[str] = ()) -> set[str]:
    """The names that code reads before it has surely bound them.

    Args:
        before: those that are bound in front of it.
    """
    out: set[str] = set()
    known = set(before)
    for one in statements:
        if isinstance(one, ast.For):  # a turn has the target of the loop, and what it has bound
            out |= (read(one.iter) | read(one.target)) - known
            out |= live(one.body, known | _stored(one.target)) | live(one.orelse, known)
            continue
        if isinstance(one, _FUNCTIONS):
            known.add(one.name)
        out |= read(one) - known
        if isinstance(one, ast.AugAssign):
            out |= bound(one) - known
        if isinstance(one, _BINDING):
            known |= bound(one)
    return out


def changed(statement: ast.stmt) -> set[str]:
    """The names whose objects a statement may change."""
    found: set[str] = set()
    for node in _own(statement):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
            found |= _root(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Attribute):
                found |= _root(node.value.func)
    return found


def needed(
    body: Sequence[ast.stmt], last: Collection[ast.stmt], names: Iterable[str] = ()
) -> tuple[list[ast.stmt], set[str]]:
    """The statements of a block that `last` of them, and further names, need, `last` included.

    Returns:
        The statements in their order, and all names that are needed.
    """
    kept = set(last)
    open_names = set(names).union(*(read(one) for one in kept)) if kept else set(names)
    own = {name for one in body if not isinstance(one, _IMPORTS) for name in bound(one)}
    binds = {one: bound(one) | changed(one) | (_started(one) - own) for one in body}
    grown = True
    while grown:
        grown = False
        for one in body:
            if one not in kept and (binds[one] & open_names or sets_up(one)):
                kept.add(one)
                open_names |= read(one)
                grown = True
    return [one for one in body if one in kept], open_names


def _started(statement: ast.stmt) -> set[str]:
    """The module that a statement starts, and whose answer it keeps: `run = wandb.init(...)`."""
    value = statement.value if isinstance(statement, ast.Assign) else None
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return set()
    return _root(value.func) if value.func.attr in _STARTS else set()


def users(
    body: Sequence[ast.stmt], names: Collection[str], direct: Collection[str]
) -> list[ast.stmt]:
    """The statements of a block that mention one of the names, and those that use what comes of
    that, unless a function of a `direct` name is called at once."""
    found = [one for one in body if not words(one).isdisjoint(names)]
    made = {name for one in found if not _calls(one, direct) for name in bound(one)}
    return [one for one in body if one in found or read(one) & made]


def called(statements: Iterable[ast.AST]) -> set[str]:
    """The names that are called as they are."""
    return {
        node.func.id
        for one in statements
        for node in ast.walk(one)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def _calls(statement: ast.stmt, called: Collection[str]) -> bool:
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
            if name in called:
                return True
    return False


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement that belong to its own scope."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, _SCOPES):
            pending += getattr(node, "decorator_list", [])
        elif isinstance(node, _COMPREHENSIONS):
            continue
        else:
            pending += ast.iter_child_nodes(node)


def _root(node: ast.expr) -> set[str]:
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def sets_up(statement: ast.stmt) -> bool:
    """Whether a statement is there for what it sets, such as `jax.config.update(...)`."""
    if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
        return True
    if isinstance(statement, ast.Assign):
        return bool(words(statement.targets[0]) & {"config", "environ"}) and not isinstance(
            statement.targets[0], ast.Name
        )
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    said = words(statement.value.func)
    return bool(said & _SETS_UP) or said >= {"sys", "path"}


def lines_of(statement: ast.stmt) -> range:
    """The numbers of the lines of a statement, decorators included."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(one.lineno for one in decorators)])
    return range(first, (statement.end_lineno or statement.lineno) + 1)


def only(source: str, numbers: Iterable[int], instead: Mapping[int, str]) -> str:
    """A file whose other lines are empty, so that these keep their numbers.

    Args:
        instead: what some lines are replaced by.
    """
    keep = set(numbers)
    lines = enumerate(_LINE_END.split(source), 1)
    return "\n".join(instead.get(n, line if n in keep else "") for n, line in lines)
