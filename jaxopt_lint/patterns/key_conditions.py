"""What has to hold of a call for a function to use up a key within a branch."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from jaxopt_lint.patterns.key_callees import Code
from jaxopt_lint.patterns.key_state import Guard, branches
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import (
    FUNCTIONS,
    all_names,
    defaults,
    keywords,
    parameters,
    positional,
    stored_names,
)
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
    tests ask nothing but parameters, that are the same on every turn of the caller's loops, and
    settings of the object. A number of the turn may be asked whether it is a certain one: but for
    one turn the answer is the same.

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
        settings = _settings(facts, call, code, branch.test)
        if settings is None:
            return None
        asked = all_names(branch.test) - {text.partition(".")[0] for text in settings}
        holds = arm in ("if", "0")
        if not asked <= own:
            return None
        if not all(_steady(facts, call, given.get(name)) for name in asked):
            if not _mostly(branch.test, holds):
                return None
        truth = _truth(branch.test, {**known, **settings})
        if truth is not None and truth is not holds:
            return None
        if truth is None:
            test = ast.unparse(branch.test)
            open_tests.append(f"`{test}` holds" if holds else f"`{test}` does not hold")
    name = getattr(code.function, "name", "")
    return f"{' and '.join(open_tests)} in `{name}`" if open_tests else ""


def _settings(
    facts: Facts, call: ast.Call, code: Code, test: ast.expr
) -> dict[str, ast.expr] | None:
    """What the settings of its object are that a test asks, as they are by default or as the object
    was made; None where the test asks more than such settings and parameters."""
    if not all(isinstance(n, (*_TESTS, ast.Attribute)) for n in ast.walk(test)):
        return None
    asked = [n for n in ast.walk(test) if isinstance(n, ast.Attribute)]
    owner = code.home.module.class_of(code.function) if asked else None
    if not asked or owner is None:
        return None if asked else {}
    made = _made(facts, call.func)
    if made is None or any(k.arg is None for k in made.keywords):
        return None
    renewed = _renewed(owner)
    found: dict[str, ast.expr] = {}
    for node in asked:
        value = _setting(owner, made, node.attr) if node.attr not in renewed else None
        if isinstance(value, ast.Attribute) and facts.module.is_self(value.value):
            around = facts.module.owner(call)
            value = _declared(around, value.attr) if around is not None else None
        if not isinstance(value, ast.Constant) or not code.home.module.is_self(node.value):
            return None
        found[ast.unparse(node)] = value
    return found


def _made(facts: Facts, func: ast.expr) -> ast.Call | None:
    """The call that has made the object whose method is called, or that is called itself."""
    base = func.value if isinstance(func, ast.Attribute) else func
    if isinstance(base, ast.Call):
        return base
    stored = calls(facts).stored_in(base) if isinstance(base, ast.Attribute) else []
    value = stored[0] if len(stored) == 1 else facts.names.value(base)
    return value if isinstance(value, ast.Call) else None


def _setting(owner: ast.ClassDef, made: ast.Call, name: str) -> ast.expr | None:
    """What the constructor of an object is given for an attribute, or leaves to its default."""
    init = next((s for s in owner.body if getattr(s, "name", "") == "__init__"), None)
    if isinstance(init, ast.FunctionDef):
        names = positional(init)[1:]
        if name not in parameters(init):
            return None
        if name in names[: len(made.args)]:
            return made.args[names.index(name)]
        return keywords(made).get(name, defaults(init).get(name))
    return None if made.args else keywords(made).get(name, _declared(owner, name))


def _declared(owner: ast.ClassDef, name: str) -> ast.expr | None:
    """The default of a field of a class."""
    for statement in owner.body:
        if isinstance(statement, ast.AnnAssign) and getattr(statement.target, "id", "") == name:
            return statement.value
    return None


def _renewed(owner: ast.ClassDef) -> set[str]:
    """The attributes that a class stores anew once its objects are made."""
    methods = [s for s in owner.body if isinstance(s, ast.FunctionDef)]
    return {
        n.attr
        for method in methods
        if method.name not in ("__init__", "__post_init__", "setup")
        for n in ast.walk(method)
        if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load)
    }


def _mostly(test: ast.expr, holds: bool) -> bool:
    """Whether a test of a number that differs from turn to turn goes one way but for one turn:
    `t == 0` does not hold."""
    match test:
        case ast.Compare(ast.Name(), [ast.Eq()], [ast.Constant()]):
            return not holds
        case ast.Compare(ast.Name(), [ast.NotEq()], [ast.Constant()]):
            return holds
    return False


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
    found: ast.expr | None = node
    if isinstance(node, (ast.Name, ast.Attribute)):
        found = known.get(ast.unparse(node))
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
