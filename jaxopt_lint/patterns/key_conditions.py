"""What has to hold of a call for a function to use up a key within a branch."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from jaxopt_lint.patterns.key_callees import Code
from jaxopt_lint.patterns.key_state import Guard, branches
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import FUNCTIONS, all_names, defaults, parameters, stored_names
from jaxopt_lint.semantics.python.nodes import LOOPS
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS

_ORDER: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
_TESTS = (
    ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Not, ast.USub, ast.boolop,
    ast.cmpop, ast.expr_context,
)  # fmt: skip


def condition(
    facts: Facts,
    call: ast.Call,
    code: Code,
    guards: tuple[Guard, ...],
    given: Mapping[str, ast.expr | None],
) -> str | None:
    """What is to be assumed for a call to come to what stands behind guards of its function: the
    tests ask nothing but parameters, that are the same on every turn of the caller's loops.

    None where that is not known, or where the call is seen to go another way.

    Args:
        call: the call that runs the function.
        given: the parameters that it gives, by name.
    """
    known = {**defaults(code.function), **given}
    own = set(parameters(code.function)) - stored_names(*_body(code))
    open_tests = []
    for branch, arm in branches(guards):
        if not isinstance(branch, (ast.If, ast.IfExp)):
            return None
        if not all(isinstance(n, _TESTS) for n in ast.walk(branch.test)):
            return None
        asked = all_names(branch.test)
        if not asked <= own or not all(_steady(facts, call, given.get(name)) for name in asked):
            return None
        holds = arm in ("if", "0")
        truth = _truth(branch.test, known)
        if truth is not None and truth is not holds:
            return None
        if truth is None:
            test = ast.unparse(branch.test)
            open_tests.append(f"`{test}` holds" if holds else f"`{test}` does not hold")
    name = getattr(code.function, "name", "")
    return f"{' and '.join(open_tests)} in `{name}`" if open_tests else ""


def _body(code: Code) -> list[ast.stmt]:
    body = code.function.body
    return body if isinstance(body, list) else []


def _steady(facts: Facts, call: ast.Call, value: ast.expr | None) -> bool:
    """Whether what a call gives is one value on all turns of the loops around it."""
    if value is None:
        return True
    if not isinstance(value, (ast.Name, ast.Attribute, ast.Constant)):
        return False
    for _, around in facts.module.way_out(call):
        if isinstance(around, FUNCTIONS):
            break
        if isinstance(around, (*LOOPS, *COMPREHENSIONS)) and all_names(value) & stored_names(
            around
        ):
            return False
    return True


def _truth(test: ast.expr, known: Mapping[str, ast.expr | None]) -> bool | None:
    """The truth of a test, as far as constants tell."""
    match test:
        case ast.UnaryOp(ast.Not(), operand):
            inner = _truth(operand, known)
            return not inner if inner is not None else None
        case ast.BoolOp(op, parts):
            truths = [_truth(part, known) for part in parts]
            decides = isinstance(op, ast.Or)
            if decides in truths:
                return decides
            return None if None in truths else not decides
        case ast.Compare(left, [op], [right]) if type(op) in _ORDER:
            one, other = _constant(left, known), _constant(right, known)
            if one is None or other is None:
                return _is_given(left, op, right, known)
            try:
                return bool(_ORDER[type(op)](one.value, other.value))
            except TypeError:
                return None
    found = _constant(test, known)
    return bool(found.value) if found is not None else None


def _constant(node: ast.expr, known: Mapping[str, ast.expr | None]) -> ast.Constant | None:
    found = known.get(node.id) if isinstance(node, ast.Name) else node
    return found if isinstance(found, ast.Constant) else None


def _is_given(
    left: ast.expr, op: ast.cmpop, right: ast.expr, known: Mapping[str, ast.expr | None]
) -> bool | None:
    """`key is not None`, of what is given an expression that makes something."""
    if not isinstance(left, ast.Name) or not isinstance(op, (ast.Is, ast.IsNot)):
        return None
    nothing = isinstance(right, ast.Constant) and right.value is None
    made = isinstance(known.get(left.id), (ast.Call, ast.Subscript, ast.Tuple, ast.List))
    return isinstance(op, ast.IsNot) if nothing and made else None
