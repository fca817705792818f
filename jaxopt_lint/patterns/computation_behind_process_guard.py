"""Work that all processes must do together, behind a test that lets one of them through."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.arrays_of_all import in_front, shared_argument
from jaxopt_lint.semantics.jax.basics import Facts

# What waits for all processes by itself.
_TOGETHER = frozenset(
    {"jax.experimental.multihost_utils.sync_global_devices",
     "jax.experimental.multihost_utils.process_allgather",
     "jax.experimental.multihost_utils.broadcast_one_to_all",
     "jax.experimental.multihost_utils.assert_equal",
     "flax.training.checkpoints.save_checkpoint_multiprocess"}
)  # fmt: skip
_INDEX = ("jax.process_index", "jax.host_id")


@dataclass(frozen=True, slots=True)
class Alone:
    """Work of all processes that one of them begins.

    Attributes:
        node: the call.
        test: what lets one process through.
        shared: the array of which each process holds a part; None where the call itself waits.
    """

    node: ast.Call
    test: ast.expr
    shared: ast.Name | None


def begun_alone(facts: Facts) -> Iterator[Alone]:
    """The work of all processes that a file has one process begin."""
    local = facts.module.mentions("local_devices")  # arrays of one process alone
    for call in facts.module.all(ast.Call):
        test = _test(facts, call)
        if test is None:
            continue
        if facts.names.of(call.func) in _TOGETHER:
            if not _may_be_whole(facts, call):
                yield Alone(call, test, None)
        elif not local:
            shared = shared_argument(facts, call)
            if shared is not None:
                yield Alone(call, test, shared)


def _may_be_whole(facts: Facts, call: ast.Call) -> bool:
    """Whether a call gathers what may lie whole on every device, where nobody waits for anybody:
    the file has compiled code leave results so, by `out_shardings=PartitionSpec()`."""
    if facts.names.of(call.func) != "jax.experimental.multihost_utils.process_allgather":
        return False
    for keyword in facts.module.all(ast.keyword):
        if keyword.arg in ("out_shardings", "out_axis_resources", "out_specs"):
            for made in facts.module.inside(ast.Call, keyword.value):
                name = facts.names.call(made)
                if name == "jax.sharding.PartitionSpec" and not (made.args or made.keywords):
                    return True
    return False


def _test(facts: Facts, call: ast.Call) -> ast.expr | None:
    """The test around a call that only one process passes, or does not pass."""
    module = facts.module
    for inner, around in module.way_out(call):
        if isinstance(inner, ast.stmt):
            for before in in_front(facts, inner):
                if isinstance(before, ast.If) and isinstance(before.body[-1], _LEAVING):
                    if _lets_one(facts, before.test) is False and not before.orelse:
                        if not _says(before.body, call):
                            return before.test
        if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            return None
        if isinstance(around, (ast.If, ast.IfExp)) and inner is not around.test:
            body = around.body if isinstance(around.body, list) else [around.body]
            other = around.orelse if inner in body else around.body
            of_one = _lets_one(facts, around.test)
            if of_one is not None and of_one is (inner in body) and not _says(other, call):
                return around.test
    return None


_LEAVING = (ast.Return, ast.Continue)


def _says(other: list[ast.stmt] | ast.expr, call: ast.Call) -> bool:
    """Whether the other processes make the same call."""
    parts = other if isinstance(other, list) else [other]
    text = ast.dump(call.func)
    calls = (n for part in parts for n in ast.walk(part) if isinstance(n, ast.Call))
    return any(ast.dump(n.func) == text for n in calls)


def _lets_one(facts: Facts, test: ast.expr) -> bool | None:
    """True where only one process passes a test, False where all others do; else None."""
    match test:
        case ast.BoolOp(ast.And(), parts):
            return True if any(_lets_one(facts, part) for part in parts) else None
        case ast.UnaryOp(ast.Not(), operand):
            if facts.names.call(operand) in _INDEX:
                return True
            found = _lets_one(facts, operand)
            return None if found is None or isinstance(operand, ast.BoolOp) else not found
        case ast.Compare(left, [op], [ast.Constant(int())]):
            if facts.names.call(facts.names.behind(left)) in _INDEX:
                return {ast.Eq: True, ast.NotEq: False, ast.Gt: False}.get(type(op))
        case ast.Call() if facts.names.call(test) in _INDEX:
            return False
        case ast.Name():
            value = facts.names.value(test)
            return (
                _lets_one(facts, value) if isinstance(value, (ast.Compare, ast.UnaryOp)) else None
            )
    return None
