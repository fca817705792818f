"""Moving code elsewhere: bodies of loops into functions, helper functions into another module."""

from __future__ import annotations

import ast
import builtins
import symtable
from collections import Counter
from collections.abc import Iterator, Sequence

from _corpus_lines import (
    BLOCKS,
    Line,
    Original,
    Respelled,
    bindings,
    first_row,
    indentation,
    last_row,
    mentioned,
)
from _corpus_looked_up import ENTRY, is_test

HELPERS = "helpers_0"
Loop = ast.For | ast.While
Function = ast.FunctionDef | ast.AsyncFunctionDef
LEAVES = (
    ast.Break, ast.Continue, ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Nonlocal,
    ast.Global, ast.Delete, ast.Import, ast.ImportFrom, ast.AsyncFor, ast.AsyncWith, ast.NamedExpr,
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Try, ast.Match,
)  # fmt: skip
SEES_FRAME = {"super", "locals", "vars", "exec", "eval", "dir", "__class__"}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


# -- the bodies of loops -------------------------------------------------------------------


def loop_bodies(original: Original) -> Respelled:
    """The body of a loop becomes a function before it, which gives back what it set.

    Only where the names that it sets are bound before the loop, or set by the body before it reads
    them, and where nothing leaves it early.
    """
    lines = original.numbered()
    found = list(_loops(original.tree.body, original.tree, ()))
    number = 0
    for loop, around, before in reversed(found):
        signature = _signature(loop, around, before)
        if signature is None or not original.alone([loop]) or not original.alone(loop.body):
            continue
        takes, gives = signature
        start, end = first_row(loop.body[0]), last_row(loop.body[-1])
        outer = indentation(original.lines[loop.lineno - 1])
        inner = indentation(original.lines[start - 1])
        if start <= loop.lineno or len(inner) <= len(outer):
            continue
        name = f"turn_{loop.lineno}"
        call = f"{name}({', '.join(takes)})"
        head, body = lines[loop.lineno - 1 : start - 1], lines[start - 1 : end]
        back = [Line(f"{inner}return {', '.join(gives)}")] if gives else []
        lines[loop.lineno - 1 : end] = [
            Line(f"{outer}def {name}({', '.join(takes)}):"),
            *body,
            *back,
            *head,
            Line(f"{inner}{', '.join(gives)} = {call}" if gives else f"{inner}{call}"),
        ]
        number += 1
    return Respelled({"": lines}, number)


Before = tuple[Sequence[ast.stmt], ...]


def _loops(
    block: Sequence[ast.stmt], around: ast.Module | Function, before: Before
) -> Iterator[tuple[Loop, ast.Module | Function, Before]]:
    """The loops of functions and of the module that lie in no other, in source order, with what
    surely ran before each of them in the same scope.
    """
    for place, statement in enumerate(block):
        ran = (*before, block[:place])
        if isinstance(statement, (ast.For, ast.While)):
            yield statement, around, ran
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _loops(statement.body, statement, ())
        elif isinstance(statement, ast.ClassDef):
            for inner in statement.body:
                if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    yield from _loops(inner.body, inner, ())
        else:
            for name in BLOCKS:
                for part in getattr(statement, name, ()):
                    if isinstance(part, ast.ExceptHandler):
                        continue
                    yield from _loops(getattr(statement, name), around, ran)
                    break


def _signature(
    loop: Loop, around: ast.Module | Function, before: Before
) -> tuple[list[str], list[str]] | None:
    """What the function takes and what it gives back; None where it is not plainly the same."""
    inside = [node for statement in loop.body for node in ast.walk(statement)]
    names = {n.id for n in inside if isinstance(n, ast.Name)}
    if loop.orelse or any(isinstance(n, LEAVES) for n in inside) or names & SEES_FRAME:
        return None
    if any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in ast.walk(around)):
        return None
    target = _set_by(loop.target) if isinstance(loop, ast.For) else set()
    assigned: set[str] = set().union(*map(_assigned, loop.body))
    if assigned & target or not _closures_stay(loop.body, assigned | target):
        return None
    bound = {name for block in before for s in block for name in _assigned_always(s)}
    if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef)):
        arguments = around.args
        bound |= {a.arg for a in ast.walk(arguments) if isinstance(a, ast.arg)}
    elsewhere = _read_outside(around, loop)
    takes, gives = [], []
    for name in sorted(assigned):
        own = _sets_first(loop.body, name)
        if own is None or (own == "within" and name in elsewhere):
            if name not in bound:
                return None
            takes.append(name)
            gives.append(name)
        elif name in elsewhere:
            gives.append(name)
    return [*sorted(target & names), *takes], gives


def _set_by(target: ast.expr) -> set[str]:
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name) and not _loaded(n)}


def _loaded(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


def _assigned(statement: ast.stmt) -> set[str]:
    """What a statement binds in its own scope."""
    out, todo = set(), list[ast.AST]([statement])
    while todo:
        node = todo.pop()
        if isinstance(node, (*COMPREHENSIONS, ast.Lambda)):
            continue
        if isinstance(node, ast.Name) and not _loaded(node):
            out.add(node.id)
        todo.extend(ast.iter_child_nodes(node))
    return out


def _assigned_always(statement: ast.stmt) -> set[str]:
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return _assigned(statement) if getattr(statement, "value", None) else set()
    if isinstance(statement, ast.With):
        return {n for s in statement.body for n in _assigned_always(s)}
    return set()


def _sets_first(block: Sequence[ast.stmt], name: str) -> str | None:
    """Whether a block sets a name before it reads it: "always", or only "within" a part."""
    said = [s for s in block if name in mentioned(s)]
    first = said[0]
    if isinstance(first, ast.Assign) or (isinstance(first, ast.AnnAssign) and first.value):
        targets = first.targets if isinstance(first, ast.Assign) else [first.target]
        read = [first.value, *(n for t in targets for n in ast.walk(t) if isinstance(n, ast.expr))]
        plain = not any(
            isinstance(n, ast.Name) and n.id == name and _loaded(n)
            for r in read
            for n in ast.walk(r)
        )
        return "always" if plain and name in _assigned(first) else None
    if len(said) > 1:
        return None
    if isinstance(first, ast.For) and name not in mentioned(first.iter):
        if name in _set_by(first.target):
            return "within"
        inner = [first.body, first.orelse]
    elif isinstance(first, (ast.If, ast.While)) and name not in mentioned(first.test):
        inner = [first.body, first.orelse]
    elif isinstance(first, ast.With):
        bound = {n for i in first.items if i.optional_vars for n in _set_by(i.optional_vars)}
        if any(name in mentioned(item.context_expr) for item in first.items):
            return None
        if name in bound:
            return "always"
        inner = [first.body]
    else:
        return None
    parts = [part for part in inner if any(name in mentioned(s) for s in part)]
    return "within" if all(_sets_first(part, name) for part in parts) else None


def _read_outside(around: ast.AST, loop: Loop) -> set[str]:
    """The variables of a scope that are read in it other than in the body of a loop."""
    out, todo = set(), list[ast.AST]([around])
    body = set(loop.body)
    while todo:
        node = todo.pop()
        if node in body:
            continue
        if isinstance(node, ast.Name) and _loaded(node):
            out.add(node.id)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node is not around:
            todo += [*node.decorator_list, *filter(None, node.args.defaults)]
            out |= mentioned(node) - set().union(*map(_assigned, node.body))
            continue
        if isinstance(node, ast.AugAssign):
            out |= mentioned(node.target)
        todo.extend(ast.iter_child_nodes(node))
    return out


def _closures_stay(body: Sequence[ast.stmt], assigned: set[str]) -> bool:
    """Whether no lambda outlives a turn that sees what the turn sets: only calls take them."""
    handed = set()
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Call):
                handed |= {*node.args, *(k.value for k in node.keywords)}
    return not any(
        isinstance(node, (ast.Lambda, ast.GeneratorExp))
        and node not in handed
        and mentioned(node) & assigned
        for statement in body
        for node in ast.walk(statement)
    )


# -- another module ------------------------------------------------------------------------


def helpers_elsewhere(original: Original) -> Respelled:
    """Functions of the module that others in it use, and that use nothing of it but imports and
    each other, go to a module beside it.
    """
    tree, lines = original.tree, original.numbered()
    moved = _movable(original)
    functions = [f for f in tree.body if isinstance(f, ast.FunctionDef) and f.name in moved]
    if not functions:
        return Respelled({"": lines})
    needed = {name for f in functions for name in moved[f.name]}
    ahead = [Line(s) for s in _imports(tree, needed)]
    there = [
        line
        for f in functions
        for line in [*lines[first_row(f) - 1 : last_row(f)], Line(""), Line("")]
    ]
    for f in reversed(functions):
        new = Line(f"from {HELPERS} import {f.name}")
        lines[first_row(f) - 1 : last_row(f)] = [new]
    return Respelled({"": lines, f"{HELPERS}.py": [*ahead, *there]}, len(functions))


def _movable(original: Original) -> dict[str, set[str]]:
    """The functions that can go, each with the names of the module that it needs."""
    tree = original.tree
    times = Counter(bindings(tree))
    imported = {
        (alias.asname or alias.name).partition(".")[0]
        for s in tree.body
        if isinstance(s, (ast.Import, ast.ImportFrom))
        for alias in s.names
    }
    table = symtable.symtable(original.text, "x", "exec")
    scopes = {(t.get_name(), t.get_lineno()): t for t in table.get_children()}
    found = {}
    for f in tree.body:
        if not isinstance(f, ast.FunctionDef) or times[f.name] != 1 or f.name in ENTRY:
            continue
        if is_test(f.name) or not original.alone([f]) or not _used(tree, f):
            continue
        scope = scopes.get((f.name, f.lineno)) or scopes.get((f.name, first_row(f)))
        if scope is None or any(isinstance(n, ast.Global) for n in ast.walk(f)):
            continue
        found[f.name] = {*_globals(scope), *_around(f)} - {f.name}
    while True:
        known = {*found, *imported, *dir(builtins)} - {"__file__", "__name__", "globals"}
        out = [name for name, needs in found.items() if not needs <= known]
        if not out:
            break
        for name in out:
            del found[name]
    alike = {name for name in imported if times[name] > 1}  # bound again, perhaps otherwise
    return {n: needs for n, needs in found.items() if not needs & alike} if not alike else {
        n: needs for n, needs in found.items()
        if not _reached(n, found) & alike
    }  # fmt: skip


def _reached(name: str, found: dict[str, set[str]]) -> set[str]:
    """What a function needs, through the functions that go with it."""
    out, todo = set(), [name]
    while todo:
        for need in found.get(todo.pop(), ()):
            if need not in out:
                out.add(need)
                todo.append(need)
    return out


def _used(tree: ast.Module, function: ast.FunctionDef) -> bool:
    inside = set(ast.walk(function))
    return any(
        isinstance(n, ast.Name) and n.id == function.name and n not in inside
        for n in ast.walk(tree)
    )


def _globals(scope: symtable.SymbolTable) -> Iterator[str]:
    for symbol in scope.get_symbols():
        if symbol.is_global():
            yield symbol.get_name()
    for child in scope.get_children():
        yield from _globals(child)


def _around(f: ast.FunctionDef) -> set[str]:
    """The names of decorators, defaults and annotations."""
    parts: list[ast.AST] = [*f.decorator_list, f.args, *([f.returns] if f.returns else [])]
    names = set()
    for part in parts:
        names |= mentioned(part)
        for node in ast.walk(part):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                names |= {w for w in node.value.replace(".", " ").split() if w.isidentifier()}
    return names


def _imports(tree: ast.Module, needed: set[str]) -> Iterator[str]:
    """The imports of the module of which a name is needed, as far as they are."""
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            yield ast.unparse(statement)
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            chosen = [
                alias for alias in statement.names
                if (alias.asname or alias.name).partition(".")[0] in needed
            ]  # fmt: skip
            for alias in chosen:
                one = (
                    ast.Import([alias])
                    if isinstance(statement, ast.Import)
                    else ast.ImportFrom(statement.module, [alias], statement.level)
                )
                yield ast.unparse(one)
