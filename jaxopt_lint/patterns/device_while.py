"""`while` loops on the host whose test is a value of the device: every turn waits for it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.kinds import Kind
from jaxopt_lint.semantics.jax.values import values
from jaxopt_lint.semantics.python.liveness import assigned_names, read_names
from jaxopt_lint.semantics.subjects.looping.body import effects, exits, reshapes
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.modules import modules_called


@dataclass(frozen=True, slots=True)
class DeviceWhile:
    """A loop that a device value ends.

    Attributes:
        node: the loop.
        state: the names that go from turn to turn, or are read by the test or behind the loop.
        fetched: the name in the test that the device computes.
    """

    node: ast.While
    state: tuple[str, ...]
    fetched: str


def device_while(facts: Facts, node: ast.While) -> DeviceWhile | None:
    """What is known about a loop; None where it is none, or its body does more than computing."""
    loop = loops(facts).of(node)
    if loop.source.kind != "condition" or node.orelse or loop.traced_at is not None:
        return None
    if facts.module.function(node) is None or loops(facts).exempt(node):
        return None
    if not _tests_only(facts, node.test) or not loop.computes_itself:
        return None
    fetched = _fetched(facts, node)
    if fetched is None or any(exits(node.body)):
        return None
    parts: list[ast.AST] = list(node.body)
    spared: set[ast.AST] = {o.statement for o in loop.outputs}
    if any(effects(facts, parts, set(loop.varying), spared)):
        return None
    if any(o.kind == "append" for o in loop.outputs) or modules_called(facts, parts, node):
        return None
    gathered = {o.name for o in loop.outputs}
    tested = read_names(node.test) & loop.assigned
    names = {*loop.carried, *gathered, *tested, *loop.live_outs}
    if reshapes(facts, node.body, names):
        return None
    if any(loops(facts).starts_as_python(node, name) for name in names):
        return None
    return DeviceWhile(node, tuple(sorted(names)), fetched)


def _fetched(facts: Facts, node: ast.While) -> str | None:
    """The name in the test that an array of the device is bound to in the body."""
    for name in sorted(read_names(node.test) & assigned_names(*node.body)):
        for statement in node.body:
            if isinstance(statement, ast.Assign) and any(
                isinstance(t, ast.Name) and t.id == name for t in statement.targets
            ):
                if values(facts).kind(statement.value) is Kind.DEVICE:
                    return name
    return None


def _tests_only(facts: Facts, test: ast.expr) -> bool:
    """Whether a test is made of comparisons, `and`, `or`, `not`, and functions of JAX."""
    if isinstance(test, ast.BoolOp):
        return all(_tests_only(facts, v) for v in test.values)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _tests_only(facts, test.operand)
    if isinstance(test, ast.Compare):
        ordered = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
        if len(test.ops) != 1 or not isinstance(test.ops[0], ordered):
            return False
    elif not isinstance(test, (ast.Name, ast.Call)):
        return False
    return not any(
        (isinstance(n, ast.Call) and not (facts.names.of(n.func) or "").startswith("jax."))
        or (isinstance(n, ast.Attribute) and n.attr in _SHAPES)
        for n in ast.walk(test)
    )


_SHAPES = {"ndim", "shape", "size", "dtype"}
