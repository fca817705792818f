"""Noise of the size of an example that one key gives to all examples of a `vmap`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.key_callees import same_for_all
from jaxopt_lint.semantics.jax.api.random import SAMPLERS
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python.nodes import all_names
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.signatures import argument, parameters, positional

_DEPTH = 3
_SIZES = ("shape", "dtype", "ndim", "size")
_KEYS = ("jax.random.fold_in", "jax.random.key", "jax.random.PRNGKey")
_EXPRESSIONS = (ast.Name, ast.Attribute, ast.Subscript)


def is_key_like(facts: Facts, node: ast.expr | None) -> bool:
    """Whether an argument is named, or a key that is made on the spot."""
    return isinstance(node, _EXPRESSIONS) or facts.names.call(node) in _KEYS


def decorated(facts: Facts, function: FunctionNode | None) -> Iterator[tuple[str, ast.Call]]:
    """The transforms with options that decorate a function: `@partial(jax.vmap, in_axes=...)`."""
    for decorator in getattr(function, "decorator_list", ()):
        factory = calls(facts).factory(decorator)
        if factory is not None:
            yield factory


def bound_before(facts: Facts, mapped: ast.Call, function: FunctionNode) -> dict[str, ast.expr]:
    """What `jax.vmap(partial(f, key))` gives to all elements, by the parameter."""
    made = facts.names.behind(mapped.args[0]) if mapped.args else None
    if not isinstance(made, ast.Call) or facts.names.call(made) != "functools.partial":
        return {}
    if any(isinstance(a, ast.Starred) for a in made.args):
        return {}
    named = {k.arg: k.value for k in made.keywords if k.arg is not None}
    return {**dict(zip(positional(function), made.args[1:], strict=False)), **named}


def mapped_over(
    facts: Facts, call: ast.Call, mapped: ast.Call, names: list[str], first: int
) -> set[str]:
    """The parameters of which each element of a `vmap` gets its own.

    Args:
        call: calls what `mapped` made.
        names: the parameters that are left to be given.
        first: the number that the first of them has in `in_axes`.
    """
    said = argument(mapped, 1, "in_axes")
    axes = facts.names.behind(said)
    if said is not None and not isinstance(axes, (ast.Tuple, ast.List, ast.Constant)):
        return set()
    given = [n for n, _ in zip(names, call.args, strict=False)]
    own = {n for number, n in enumerate(given, first) if not same_for_all(facts, mapped, number)}
    return own | {k.arg for k in call.keywords if k.arg is not None}


def adds_noise(
    facts: Facts, function: FunctionNode, keys: set[str], data: set[str], depth: int = _DEPTH
) -> bool:
    """Whether a function draws as many numbers as an example has entries, and combines the two.

    A draw of another size may be wanted once for all: numbers that a sweep over parameters has
    in common.

    Args:
        keys: the variables that hold the key which is the same for all examples.
        data: those of which each example has its own.
    """
    keys, data = keys - data, set(data)
    stored = list(_stores(facts, function))
    sized, drawn = set(data), set[str]()
    changed = True
    while changed:
        before = (len(keys), len(data), len(sized), len(drawn))
        for names, value in stored:
            if _reads(value, data) or _asks_place(facts, value):
                data |= names
                sized |= names
            if all_names(value) & sized:
                sized |= names
            if _reads(value, drawn) or any(
                _is_draw(facts, n, keys - data, sized) for n in ast.walk(value)
            ):
                drawn |= names
            elif all_names(value) & (keys - data) and not any(
                facts.names.call(n) in SAMPLERS for n in ast.walk(value) if isinstance(n, ast.Call)
            ):
                keys |= names
        changed = before != (len(keys), len(data), len(sized), len(drawn))
    keys -= data
    own = data - drawn - keys | (data & set(parameters(function)))

    def noise(node: ast.AST) -> bool:
        return _reads(node, drawn) or any(
            _is_draw(facts, n, keys, sized) for n in ast.walk(node) if isinstance(n, ast.Call)
        )

    for node in facts.module.inside(ast.BinOp, function):
        if isinstance(node.op, ast.MatMult):
            continue  # one random projection for all, as it is mostly wanted
        pairs = ((node.left, node.right), (node.right, node.left))
        if any(noise(one) and _reads(other, own) for one, other in pairs):
            return True
    for call in facts.module.inside(ast.Call, function):
        given = [*call.args, *(k.value for k in call.keywords)]
        if facts.names.call(call) == "jax.numpy.where":
            if any(map(noise, given)) and any(_reads(g, own) for g in given):
                return True
        callee = calls(facts).callee(call.func) if depth else None
        if callee is None or callee.node is None or callee.wraps or callee.bound:
            continue
        taken = positional(callee.node)
        pairs_given = [
            *zip(taken, call.args, strict=False),
            *((k.arg, k.value) for k in call.keywords if k.arg),
        ]
        inner_keys = {n for n, v in pairs_given if all_names(v) & keys and not _reads(v, data)}
        inner_data = {n for n, v in pairs_given if _reads(v, data)}
        if inner_keys and inner_data and callee.node is not function:
            if adds_noise(facts, callee.node, inner_keys, inner_data, depth - 1):
                return True
    return False


def _stores(facts: Facts, function: FunctionNode) -> Iterator[tuple[set[str], ast.expr]]:
    for node in facts.module.inside(ast.stmt, function):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield all_names(*targets), node.value
        elif isinstance(node, ast.For):
            yield all_names(node.target), node.iter


def _is_draw(facts: Facts, node: ast.AST, keys: set[str], sized: set[str]) -> bool:
    """Whether a call draws numbers from one of the keys, as many as an example has entries."""
    if not isinstance(node, ast.Call) or facts.names.call(node) not in SAMPLERS or not node.args:
        return False
    if not all_names(node.args[0]) & keys or _reads(node.args[0], sized):
        return False
    if _asks_place(facts, node.args[0]):
        return False  # a key of its own: `fold_in(key, axis_index(axis))`
    given = (*node.args[1:], *(k.value for k in node.keywords))
    return any(_asks_size(a, sized) for a in given)


def _asks_size(node: ast.expr, sized: set[str]) -> bool:
    """Whether an argument is a shape that depends on that of an example."""
    if isinstance(node, ast.Attribute):
        return node.attr == "shape" and bool(all_names(node.value) & sized)
    if isinstance(node, ast.Call):
        return getattr(node.func, "attr", "") == "shape" and bool(all_names(*node.args) & sized)
    if isinstance(node, (ast.Tuple, ast.List)):
        return bool(all_names(node) & sized)
    if isinstance(node, ast.Subscript):
        return _asks_size(node.value, sized)
    return False


def _asks_place(facts: Facts, node: ast.expr) -> bool:
    """Whether a value says which element it is."""
    calls_made = (n for n in ast.walk(node) if isinstance(n, ast.Call))
    return any(facts.names.call(n) == "jax.lax.axis_index" for n in calls_made)


def _reads(node: ast.AST, names: set[str]) -> bool:
    """Whether the values of some variables go into an expression, not their shapes alone."""
    if isinstance(node, ast.Attribute) and node.attr in _SIZES:
        return False
    if isinstance(node, ast.Name):
        return node.id in names
    return any(_reads(child, names) for child in ast.iter_child_nodes(node))
