"""Whether names have a value where something waits for it, and nobody gave their arrays away."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from jaxopt_lint.semantics.python.module import Module

_BLOCKS = ("body", "orelse", "finalbody")
# What gives something new, and leaves the array as it is; `astype` may give the array itself.
_METHODS = {"mean", "sum", "max", "min", "item", "tolist", "all", "any"}
_BUILTINS = {"print", "float", "int", "bool", "len", "str", "repr"}


def names_in(waited: ast.expr) -> Iterator[str]:
    """The names that an expression holds, if it is one or a tuple of some."""
    parts = list(_parts(waited))
    if all(isinstance(one, ast.Name) for one in parts):
        yield from (one.id for one in parts if isinstance(one, ast.Name))


def _parts(waited: ast.expr) -> Iterator[ast.expr]:
    """What tuples in tuples hold."""
    if isinstance(waited, (ast.Tuple, ast.List)):
        for one in waited.elts:
            yield from _parts(one)
    else:
        yield waited


def is_bound_before(module: Module, statement: ast.stmt, names: set[str]) -> bool:
    """Whether names are bound by statements of the same block from which control goes straight to
    another one, and nothing in between mentions them: nobody has given their arrays away."""
    block = _block_of(module, statement)
    before = list(itertools.takewhile(lambda one: one is not statement, block))
    return _bound_by(module, before, names)


def _bound_by(module: Module, before: Sequence[ast.stmt], names: set[str]) -> bool:
    """Whether names are bound at the end of a block, by statements after which nothing mentions
    them, but to read them or to put them into a list."""
    calls = False  # whether any of the statements so far may do something with what lies in a list
    for one in reversed(before):
        mentioned = {node.id for node in ast.walk(one) if isinstance(node, ast.Name)} & names
        if isinstance(one, (ast.For, ast.While)) and mentioned:
            # Where it takes no turn, they are what they were before it.
            if not _bound_in_turns(module, one, names):
                return False
            if _takes_a_turn(one):
                return True
            continue
        if not mentioned:
            if not isinstance(one, (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign)):
                return False
            calls = calls or any(isinstance(node, ast.Call) for node in ast.walk(one))
            continue
        if _only_reads(module, one, names, lists=not calls):
            continue
        if not isinstance(one, ast.Assign):
            return False
        names = names - {node.id for target in one.targets for node in _targets(target)}
        if not names:
            return True
        if not mentioned.isdisjoint(names):
            return False
    return False


def _only_reads(module: Module, statement: ast.stmt, names: set[str], *, lists: bool) -> bool:
    """Whether a statement reads names and gives what they hold to nobody who may delete it.

    Args:
        lists: whether it may put it into a list.
    """
    if not isinstance(statement, (ast.Expr, ast.Assign)):
        return False
    return all(
        isinstance(node.ctx, ast.Load) and _is_read(module, node, lists=lists)
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and node.id in names
    )


def _is_read(module: Module, name: ast.expr, *, lists: bool) -> bool:
    node: ast.AST = name
    around = module.parent.get(node)
    while isinstance(around, (ast.Subscript, ast.Attribute)) and around.value is node:
        node, around = around, module.parent.get(around)
    match around:
        case ast.Call(ast.Attribute(attr=method)) if around.func is node:
            return method in _METHODS
        case ast.Call(ast.Name(function), [_], []):
            return function in _BUILTINS
        case ast.Call(ast.Attribute(ast.Name(holder), "append"), [_], []):
            return lists and _is_list(module, holder)
    return isinstance(around, (ast.FormattedValue, ast.BinOp, ast.Compare, ast.UnaryOp))


def _is_list(module: Module, name: str) -> bool:
    """Whether a name stands for lists alone in a file."""
    stored = [
        node for node in module.all(ast.Name) if node.id == name and isinstance(node.ctx, ast.Store)
    ]
    taken = any(node.arg == name for node in module.all(ast.arg))
    return (
        not taken
        and bool(stored)
        and all(
            isinstance(around := module.parent.get(node), ast.Assign)
            and isinstance(around.value, ast.List)
            for node in stored
        )
    )


def _bound_in_turns(module: Module, loop: ast.For | ast.While, names: set[str]) -> bool:
    """Whether each turn of a loop ends with names bound in it, and the loop with a turn."""
    head = [loop.test] if isinstance(loop, ast.While) else [loop.iter, loop.target]
    seen = {node.id for part in head for node in ast.walk(part) if isinstance(node, ast.Name)}
    return _goes_through(loop) and seen.isdisjoint(names) and _bound_by(module, loop.body, names)


def _goes_through(loop: ast.For | ast.While) -> bool:
    """Whether a loop is left by its head alone."""
    leaves = (ast.Break, ast.Continue)
    return not loop.orelse and not any(isinstance(node, leaves) for node in ast.walk(loop))


def _takes_a_turn(loop: ast.For | ast.While) -> bool:
    """Whether a loop counts to a number that stands there."""
    match loop:
        case ast.For(iter=ast.Call(ast.Name("range"), [ast.Constant(int() as count)], [])):
            return count > 0
    return False


def _targets(target: ast.expr) -> Iterator[ast.Name]:
    if isinstance(target, ast.Name):
        yield target
    elif isinstance(target, (ast.Tuple, ast.List)):
        for one in target.elts:
            yield from _targets(one.value if isinstance(one, ast.Starred) else one)


def _block_of(module: Module, statement: ast.stmt) -> Sequence[ast.stmt]:
    holder = module.parent.get(statement)
    for name in _BLOCKS:
        block = getattr(holder, name, None)
        if isinstance(block, list) and statement in block:
            return block
    return []
