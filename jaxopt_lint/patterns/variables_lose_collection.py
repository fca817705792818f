"""Variables of Flax that a loop hands to a compiled step whole, and has back without parameters.

`init` gives all collections, `apply` with `mutable=[...]` only those that it names. What a function
is compiled for is the structure of what it is given: the second turn gives another one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test
from jaxopt_lint.semantics.python import FunctionNode
from jaxopt_lint.semantics.python.nodes import own_nodes
from jaxopt_lint.semantics.python.scopes import Binding
from jaxopt_lint.semantics.python.signatures import arguments

_PARAMETERS = "params"
_COPIES = frozenset({"flax.jax_utils.replicate", "jax.device_put", "jax.device_put_replicated"})
_DEPTH = 6


@dataclass(frozen=True, slots=True, eq=False)
class LostCollection:
    """One tree that comes back from a step with fewer collections.

    Attributes:
        node: the call of the step.
        name: the variable that is carried.
        start: the call of `init`.
        kept: the call of `apply` that gives what comes back.
        collections: what comes back.
    """

    node: ast.Call
    name: str
    start: ast.Call
    kept: ast.Call
    collections: tuple[str, ...]


@fact
def lost_collections(facts: Facts) -> dict[ast.Call, LostCollection]:
    """The trees of variables that come back from a compiled step without parameters, by its call"""
    out: dict[ast.Call, LostCollection] = {}
    if any(_mutable(call) for call in facts.module.all(ast.Call)):
        for call in facts.module.all(ast.Call):
            for found in _of_step(facts, call):
                out.setdefault(call, found)
    return out


def _of_step(facts: Facts, call: ast.Call) -> Iterator[LostCollection]:
    taken = facts.module.parent[call]
    if not isinstance(taken, ast.Assign) or len(taken.targets) != 1 or call.keywords:
        return
    loop, wrap = body_loop(facts, call), tracing(facts).jitted(call.func)
    callee = calls(facts).callee(call.func) if wrap is not None else None
    if loop is None or wrap is None or wrap.function is None or callee is None:
        return
    if tracing(facts).staged(facts.module.function(call)) is not None or in_test(facts, call):
        return
    for _, given in arguments(call, wrap.function, callee.bound):
        way = _way_to(taken.targets[0], given) if isinstance(given, ast.Name) else None
        start = (
            _start(facts, given, loop) if way is not None and isinstance(given, ast.Name) else None
        )
        if start is None or way is None:
            continue
        kept = _Giving(facts).of_function(wrap.function, way)
        if kept is None or _receiver(facts, kept) != _receiver(facts, start):
            continue
        names = _mutable(kept)
        if names and _PARAMETERS not in names:
            yield LostCollection(call, given.id, start, kept, names)  # type: ignore[attr-defined]


def _mutable(call: ast.Call) -> tuple[str, ...]:
    """The collections that `apply` is asked for besides its result."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "apply":
        return ()
    given = next((k.value for k in call.keywords if k.arg == "mutable"), None)
    named = given.elts if isinstance(given, (ast.List, ast.Tuple)) else [given]
    found = [n.value for n in named if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return tuple(found) if len(found) == len(named) else ()


def _receiver(facts: Facts, call: ast.Call) -> str:
    """The class of Flax whose method a call runs, or the object, by its name."""
    of = call.func.value if isinstance(call.func, ast.Attribute) else None
    made = facts.names.behind(of) if of is not None else None
    return facts.module.source(made.func if isinstance(made, ast.Call) else of) if of else ""


def _start(facts: Facts, given: ast.Name, loop: ast.AST) -> ast.Call | None:
    """The call of `init` whose whole result a name holds in front of a loop."""
    start: ast.Call | None = None
    for binding in facts.names.binding(given):
        if loop in facts.module.ancestors(binding.node):
            if binding.node is not facts.module.parent[facts.module.parent[given]]:
                return None  # something else renews it
            continue
        value = binding.value
        if not isinstance(value, ast.Call) or binding.kind != "assign":
            return None
        if facts.names.call(value) in _COPIES:
            if not value.args or not isinstance(value.args[0], ast.Name):
                return None
            if value.args[0].id != given.id:
                return None
        elif start is None and isinstance(value.func, ast.Attribute) and value.func.attr == "init":
            start = value
        else:
            return None
    return start if start is not None and not _taken_apart(facts, given) else None


def _taken_apart(facts: Facts, given: ast.Name) -> bool:
    """Whether something is taken out of the tree that a name holds."""
    for name in facts.module.reads(facts.module.holder(given), given.id):
        match facts.module.parent[name]:
            case ast.Attribute(attr="pop" | "popitem" | "clear"):
                return True
            case ast.Subscript(ctx=ast.Del() | ast.Store()):
                return True
    return False


def _way_to(target: ast.AST, name: ast.expr) -> tuple[int, ...] | None:
    """Where a name stands in what is unpacked, from the outermost tuple inwards."""
    if isinstance(target, ast.Name) and isinstance(name, ast.Name):
        return () if target.id == name.id else None
    if isinstance(target, (ast.Tuple, ast.List)):
        for place, element in enumerate(target.elts):
            inner = _way_to(element, name)
            if inner is not None:
                return (place, *inner)
    return None


class _Giving:
    """Finds the call of `apply` whose collections a function gives back in some place."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.left = _DEPTH

    def of_function(self, function: FunctionNode, way: tuple[int, ...]) -> ast.Call | None:
        """The same for one place of what a function returns."""
        self.left -= 1
        if self.left < 0 or isinstance(function, ast.Lambda):
            return None
        returns = [n for n in own_nodes(function.body) if isinstance(n, ast.Return)]
        value = returns[0].value if len(returns) == 1 else None
        return self._of(value, way, function) if value is not None else None

    def _of(self, node: ast.expr, way: tuple[int, ...], function: FunctionNode) -> ast.Call | None:
        while isinstance(node, (ast.Tuple, ast.List)):
            if not way or way[0] >= len(node.elts):
                return None
            node, way = node.elts[way[0]], way[1:]
        if isinstance(node, ast.Name):
            last = self._last(node, function)
            return self._bound(last, node, way, function) if last is not None else None
        if isinstance(node, ast.Call):
            return self._called(node, way)
        return None

    def _last(self, node: ast.Name, function: FunctionNode) -> Binding | None:
        """What a name of a function was bound to last, in a statement that nothing may skip."""
        rows = [b for b in self.facts.names.binding(node) if b.kind in ("assign", "target")]
        rows = [b for b in rows if getattr(b.node, "lineno", 0) < node.lineno]
        last = max(rows, key=lambda b: getattr(b.node, "lineno", 0), default=None)
        if last is None or self.facts.module.function(last.node) is not function:
            return None
        around = self.facts.module.ancestors(last.node)
        return None if any(isinstance(a, (ast.If, ast.Try)) for a in around) else last

    def _bound(
        self, binding: Binding, node: ast.Name, way: tuple[int, ...], function: FunctionNode
    ) -> ast.Call | None:
        statement = binding.node
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            return None
        first = _way_to(statement.targets[0], node)
        return self._of(statement.value, (*first, *way), function) if first is not None else None

    def _called(self, call: ast.Call, way: tuple[int, ...]) -> ast.Call | None:
        if _mutable(call):
            return call if way == (1,) else None
        callee = calls(self.facts).callee(call.func)
        if callee is None or callee.node is None:
            return None
        for name, options in callee.wraps:
            kind = TRANSFORMS[name].kind
            if kind in ("jit", "checkpoint"):
                continue
            if kind not in ("grad", "value_and_grad") or not _has_aux(options):
                return None
            place = (1,) if kind == "grad" else (0, 1)
            if way[: len(place)] != place:
                return None
            way = (1, *way[len(place) :])
        return self.of_function(callee.node, way)


def _has_aux(options: object) -> bool:
    given = {k.arg: k.value for k in getattr(options, "keywords", ())}
    value = given.get("has_aux")
    return isinstance(value, ast.Constant) and value.value is True
