"""Calls that donate an array and are given it a second time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.basics import calls as known_calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import arguments, positional
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.signatures import parameters
from jaxopt_lint.semantics.subjects.memory.updates import updates

_MAPS = ("jax.tree.map", "jax.tree_util.tree_map", "jax.tree_map")
# What gives the very arrays that it is given, in a container of its own at the most.
_SAME = frozenset({"copy.copy", "builtins.dict", "jax.numpy.asarray", "jax.lax.stop_gradient"})


@dataclass(frozen=True, slots=True)
class Twice:
    """A call that is given the same arrays twice.

    Attributes:
        node: where the second name gets the arrays of the first, or the second argument where it
            is one name.
        first: the one argument.
        second: the other one.
        function: what is called.
    """

    node: ast.AST
    first: ast.Name
    second: ast.Name
    function: ast.expr


def donated_twice(facts: Facts) -> Iterator[Twice]:
    """The calls of a file that donate arrays and are given them twice."""
    if "donate" not in facts.module.text:
        return
    for call in facts.module.all(ast.Call):
        wrap = tracing(facts).jitted(call.func)
        if wrap is None or wrap.function is None or error_meant(facts, call):
            continue
        donated, sure = tracing(facts).donated(wrap)
        callee = known_calls(facts).callee(call.func)
        if not donated or not sure or callee is None:
            continue
        static, _ = tracing(facts).static(wrap)
        given = [
            (name, value)
            for name, value in arguments(call, wrap.function, callee.bound)
            if isinstance(value, ast.Name) and name not in static
        ]
        found = next(_pairs(facts, call, given, donated & _taken(facts, wrap.function)), None)
        if found is not None:
            yield found


def _taken(facts: Facts, function: FunctionNode) -> set[str]:
    """The parameters whose memory a result surely takes, as it has their shape and type. XLA drops
    a donation that fits no result, and so does nothing that is given twice."""
    taken = set(updates(facts).updated(function))
    given = set(parameters(function))
    returned = [function.body] if isinstance(function, ast.Lambda) else []
    for statement in facts.module.inside(ast.Return, function):
        if statement.value is not None and facts.module.function(statement) is function:
            returned.append(statement.value)
    for value in [one for r in returned for one in (r.elts if isinstance(r, ast.Tuple) else [r])]:
        if isinstance(value, ast.BinOp):
            parts = [n for n in ast.walk(value) if isinstance(n, ast.expr)]
            if all(isinstance(n, (ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant)) for n in parts):
                taken |= {n.id for n in parts if isinstance(n, ast.Name)} & given
    return taken


def _pairs(
    facts: Facts, call: ast.Call, given: list[tuple[str, ast.Name]], donated: set[str]
) -> Iterator[Twice]:
    """The pairs of arguments that are the same arrays, of which one is donated."""
    for place, (name, value) in enumerate(given):
        for earlier, first in given[:place]:
            if not {name, earlier} & donated:
                continue
            if value.id == first.id:
                if not _is_number(facts, value):
                    yield Twice(value, first, value, call.func)
                continue
            alias = _alias(facts, call, value, first) or _alias(facts, call, first, value)
            if alias is not None:
                yield Twice(alias, first, value, call.func)


def _is_number(facts: Facts, name: ast.Name) -> bool:
    return isinstance(facts.names.value(name), ast.Constant)


def _alias(facts: Facts, call: ast.Call, name: ast.Name, of: ast.Name) -> ast.AST | None:
    """Where a name gets the arrays of another one, which neither loses before the call."""
    here = facts.module.statement(call)
    others = [b for b in facts.names.binding(name) if b.node is not here]
    if len(others) != 1 or others[0].kind != "assign" or not _same(facts, others[0].value, of.id):
        return None
    made = facts.module.statement(others[0].node)
    if facts.module.block_of(made) is None or made.lineno > here.lineno:
        return None
    for bound in facts.names.binding(of):
        if bound.node is not here and getattr(bound.node, "lineno", 0) > made.lineno:
            return None
    function = facts.module.function(call)
    return made if facts.module.function(made) is function else None


def _same(facts: Facts, value: ast.expr | None, name: str) -> bool:
    """Whether a value holds the very arrays of a name."""
    match value:
        case ast.Name(other):
            return other == name
        case ast.Call(func, [given]) if isinstance(given, ast.Name) and given.id == name:
            dotted = facts.names.of(func)
            return dotted in _SAME or facts.names.is_builtin(func, "dict")
        case ast.Call(_, [function, ast.Name(other)]) if facts.names.call(value) in _MAPS:
            if other != name:
                return False
            if isinstance(function, ast.Lambda) and isinstance(function.body, ast.Name):
                return positional(function) == [function.body.id]
            return facts.names.of(function) in _SAME
    return False
