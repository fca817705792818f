"""`while` loops on the host whose test is a value of the device: every turn waits for it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Kind, values
from jaxopt_lint.semantics.python import leaves, read_names
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
    tests = all(_only_tests(facts, leaf) for leaf in leaves(node.test))
    fetched = _fetched(facts, node) if tests and loop.computes_itself else None
    if fetched is None or any(exits(node.body)):
        return None
    parts: list[ast.AST] = list(node.body)
    spared: set[ast.AST] = {o.statement for o in loop.outputs}
    tested = read_names(node.test) & loop.assigned
    names = {*loop.carried, *(o.name for o in loop.outputs), *tested, *loop.live_outs}
    if (
        any(effects(facts, parts, set(loop.varying), spared))
        or any(o.kind == "append" for o in loop.outputs)
        or modules_called(facts, parts, node)
        or reshapes(facts, node.body, names)
        or any(loops(facts).starts_as_python(node, name) for name in names)
    ):
        return None
    return DeviceWhile(node, tuple(sorted(names)), fetched)


def _fetched(facts: Facts, node: ast.While) -> str | None:
    """The name in the test that an array of the device is bound to in the body."""
    made = [s for s in node.body if isinstance(s, ast.Assign)]
    arrays = [s for s in made if values(facts).kind(s.value) is Kind.DEVICE]
    bound = {t.id for s in arrays for t in s.targets if isinstance(t, ast.Name)}
    return min(read_names(node.test) & bound, default=None)


def _only_tests(facts: Facts, test: ast.expr) -> bool:
    """Whether a part of a test is a comparison, or a name or function of JAX that is asked."""
    match test:
        case (
            ast.Compare(_, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]) | ast.Name() | ast.Call()
        ):
            pass
        case _:
            return False
    return not any(
        (isinstance(n, ast.Call) and not (facts.names.of(n.func) or "").startswith("jax."))
        or (isinstance(n, ast.Attribute) and n.attr in _SHAPES)
        for n in ast.walk(test)
    )


_SHAPES = {"ndim", "shape", "size", "dtype"}
