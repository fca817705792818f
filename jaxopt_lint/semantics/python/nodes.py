"""Small questions about nodes of a syntax tree, asked everywhere."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from jaxopt_lint.semantics.python.scopes import FUNCTIONS, FunctionNode
from jaxopt_lint.semantics.python.walking import children, walk

Loop = ast.For | ast.AsyncFor | ast.While
LOOPS = (ast.For, ast.AsyncFor, ast.While)
# What leads from a value to a part of it: `a.b`, and `a.b[c]`.
PATH = (ast.Attribute, ast.Subscript)
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Node = TypeVar("_Node", bound=ast.AST | None)
_Kinds = type[ast.expr] | tuple[type[ast.expr], ...]


def body_of(function: FunctionNode) -> list[ast.AST]:
    """What a function runs: statements, or the expression of a lambda."""
    return [function.body] if isinstance(function, ast.Lambda) else [*function.body]


def root_of(node: _Node, through: _Kinds = ast.Attribute) -> _Node:
    """What a path starts from.

    Args:
        through: the kinds of nodes that it goes through.

    >>> ast.unparse(root_of(ast.parse("f(x).a.b[0].c", mode="eval").body))
    'f(x).a.b[0]'
    """
    while isinstance(node, through):
        node = node.value  # type: ignore[attr-defined,union-attr]
    return node


def root_name(node: ast.AST, through: _Kinds = ast.Attribute) -> str:
    """The name that a path starts from; "" where it starts from something else.

    >>> root_name(ast.parse("a.b[0].c", mode="eval").body, PATH)
    'a'
    """
    found = root_of(node, through)
    return found.id if isinstance(found, ast.Name) else ""


def last_part(node: ast.AST) -> str:
    """The last part of a dotted name; "" where an expression is none.

    >>> last_part(ast.parse("a.b.c", mode="eval").body)
    'c'
    """
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def text_of(node: ast.AST | None) -> str | None:
    """The text that a node is a literal of; None for all else."""
    text = node.value if isinstance(node, ast.Constant) else None
    return text if isinstance(text, str) else None


def leaves(test: ast.expr) -> Iterator[ast.expr]:
    """What a test joins with `and`, `or` and `not`."""
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from leaves(value)
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from leaves(test.operand)
    else:
        yield test


def rows_of(node: ast.stmt | ast.expr) -> range:
    """The rows on which a node stands."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def first_of(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, _Value]:
    """The first value of each key.

    >>> first_of([("a", 1), ("b", 2), ("a", 3)])
    {'a': 1, 'b': 2}
    """
    found: dict[_Key, _Value] = {}
    for key, value in pairs:
        found.setdefault(key, value)
    return found


def grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, list[_Value]]:
    """The values of each key.

    >>> grouped([("a", 1), ("b", 2), ("a", 3)])
    {'a': [1, 3], 'b': [2]}
    """
    found: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def is_name(node: ast.AST, name: str) -> bool:
    """Whether an expression is a name."""
    return isinstance(node, ast.Name) and node.id == name


def stored_names(*nodes: ast.AST) -> set[str]:
    """The names that code stores to.

    >>> sorted(stored_names(ast.parse("a, b[i] = c")))
    ['a']
    """
    names = (n for node in nodes for n in walk(node) if isinstance(n, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def annotated_fields(owner: ast.ClassDef) -> dict[str, ast.AnnAssign]:
    """The fields that the body of a class declares by an annotation, by their names."""
    return {
        statement.target.id: statement
        for statement in owner.body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


def own_nodes(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The nodes that run in a body itself, in source order; of functions in it only the
    definition."""
    pending = list(reversed(body))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, FUNCTIONS):
            pending.extend(reversed(children(node)))


def names_in(target: ast.expr) -> Iterator[ast.expr]:
    """What an assignment to a target stores: its names, attributes and items, unpacked."""
    if isinstance(target, (ast.Tuple, ast.List)):
        for item in target.elts:
            yield from names_in(item)
    elif isinstance(target, ast.Starred):
        yield from names_in(target.value)
    else:
        yield target


def stored_texts(statement: ast.Assign) -> set[str]:
    """What an assignment stores to: names, attributes and items, as they are written.

    >>> sorted(stored_texts(ast.parse("a, self.b = f(x)").body[0]))
    ['a', 'self.b']
    """
    return {ast.unparse(n) for target in statement.targets for n in names_in(target)}


def paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What an assignment stores where: tuples of one length go item by item."""
    sides = (ast.Tuple, ast.List)
    if isinstance(target, sides) and isinstance(value, sides):
        if len(target.elts) == len(value.elts):
            for item, given in zip(target.elts, value.elts, strict=True):
                yield from paired(item, given)
            return
    yield target, value


def all_names(*nodes: ast.AST) -> set[str]:
    """The names that stand in code, whatever they are read or stored by."""
    return {n.id for node in nodes for n in walk(node) if isinstance(n, ast.Name)}
