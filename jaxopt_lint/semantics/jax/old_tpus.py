"""What only ran on the TPU nodes that Colab had until 2023: their address stood in a variable of
the environment that nothing sets any more."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.facts import Facts

VARIABLE = "COLAB_TPU_ADDR"
_ENVIRONMENT = "os.environ"
_ASKS = ("os.getenv", "os.environ.get")
_MOST = 4  # names that a test is followed through


def of_old_tpus(facts: Facts) -> Iterator[ast.stmt]:
    """The statements under a test that only held on such a node."""
    if VARIABLE not in facts.module.text or _sets_it(facts):
        return
    for node in facts.module.all(ast.If):
        held = _held(facts, node.test, _MOST)
        if held is not None:
            yield from node.orelse if held else node.body
    for tried in facts.module.all(ast.Try):
        for i, statement in enumerate(tried.body):
            if any(_is_item(facts, n) for n in facts.module.inside(ast.Subscript, statement)):
                yield from tried.body[i + 1 :]
                break


def _sets_it(facts: Facts) -> bool:
    """Whether the file gives the variable a value itself."""
    return any(
        _is_item(facts, node) and not isinstance(node.ctx, ast.Load)
        for node in facts.module.all(ast.Subscript)
    ) or any(
        facts.names.call(call) in ("os.environ.setdefault", "os.environ.update", "os.putenv")
        for call in facts.module.all(ast.Call)
    )


def _held(facts: Facts, test: ast.expr, depth: int) -> bool | None:
    """What a test gives where the variable is not set; None where that is not known."""
    match test:
        case ast.UnaryOp(ast.Not(), operand):
            inner = _held(facts, operand, depth)
            return None if inner is None else not inner
        case ast.BoolOp(op, values):
            one = isinstance(op, ast.Or)
            found = [_held(facts, value, depth) for value in values]
            if one in found:
                return one
            return None if None in found else not one
        case ast.Compare(left, [ast.In() | ast.NotIn() as op], [container]):
            if _is_variable(left) and _is_environment(facts, container):
                return isinstance(op, ast.NotIn)
        case ast.Compare(left, [ast.Is() | ast.IsNot() as op], [ast.Constant(None)]):
            if _is_asked(facts, left, depth):
                return isinstance(op, ast.Is)
        case ast.Call(ast.Name("bool"), [value]):
            return _held(facts, value, depth)
        case ast.Name():
            behind = facts.names.value(test)
            return _held(facts, behind, depth - 1) if behind is not None and depth else None
    return False if _is_asked(facts, test, depth) else None


def _is_asked(facts: Facts, node: ast.expr, depth: int) -> bool:
    """Whether an expression is the value of the variable, or nothing."""
    if isinstance(node, ast.Name):
        value = facts.names.value(node)
        return value is not None and depth > 0 and _is_asked(facts, value, depth - 1)
    match node:
        case ast.Call(args=[name, *rest]) if _is_variable(name) and not node.keywords:
            given = all(isinstance(one, ast.Constant) and not one.value for one in rest)
            return given and facts.names.call(node) in _ASKS
    return False


def _is_item(facts: Facts, node: ast.Subscript) -> bool:
    return _is_variable(node.slice) and _is_environment(facts, node.value)


def _is_variable(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == VARIABLE


def _is_environment(facts: Facts, node: ast.expr) -> bool:
    match node:
        case ast.Call(ast.Attribute(value, "keys"), [], []):
            return _is_environment(facts, value)
    return facts.names.of(node) == _ENVIRONMENT
