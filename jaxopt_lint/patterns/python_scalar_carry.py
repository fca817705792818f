"""Where a loop gives a compiled step a Python number first, and an array from the next turn on."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, Wrap, calls, fact, tracing
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test
from jaxopt_lint.semantics.python.nodes import first_of, is_name, own_nodes
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, Binding, FunctionNode
from jaxopt_lint.semantics.python.signatures import arguments
from jaxopt_lint.semantics.subjects.transfer.timers import is_timed


@dataclass(frozen=True, slots=True)
class WeakCarry:
    """One carried number.

    Attributes:
        name: its variable.
        node: the value in front of the loop.
        first: what that is to JAX.
        later: what it is from the second turn on.
        call: the call of the step.
        renewed: the statement that renews it.
    """

    name: str
    node: ast.expr
    first: Weak
    later: Weak
    call: ast.Call
    renewed: ast.stmt


@fact
def weak_carries(facts: Facts) -> dict[ast.expr, WeakCarry]:
    """The numbers that make a step compile twice, by their first value."""
    return first_of((carry.node, carry) for carry in _find(facts))


def _find(facts: Facts) -> Iterator[WeakCarry]:
    module = facts.module
    for call in module.all(ast.Call):
        wrap = tracing(facts).jitted(call.func)
        loop = body_loop(facts, call) if wrap is not None else None
        if wrap is None or wrap.function is None or wrap.transform.lifted or loop is None:
            continue
        if wrap.transform.kind != "jit" or any(isinstance(a, ast.Starred) for a in call.args):
            continue
        staged = tracing(facts).staged(module.function(call))
        if staged is not None or in_test(facts, call) or is_timed(facts, call):
            continue
        for parameter, value in _traced_arguments(facts, call, wrap):
            if isinstance(value, ast.Name):
                carry = _carried(facts, call, wrap, parameter, value, loop)
                if carry is not None:
                    yield carry


def _traced_arguments(facts: Facts, call: ast.Call, wrap: Wrap) -> list[tuple[str, ast.expr]]:
    callee = calls(facts).callee(call.func)
    static, known = tracing(facts).static(wrap)
    if callee is None or wrap.function is None or not known:
        return []
    given = arguments(call, wrap.function, callee.bound)
    return [(name, value) for name, value in given if name not in static]


def _carried(
    facts: Facts, call: ast.Call, wrap: Wrap, parameter: str, value: ast.Name, loop: ast.stmt
) -> WeakCarry | None:
    bindings = facts.names.binding(value)
    inside = [b for b in bindings if loop in set(facts.module.ancestors(b.node))]
    before = [b for b in bindings if b not in inside]
    if len(inside) != 1 or len(before) != 1 or before[0].value is None:
        return None
    start, renewed = before[0], inside[0]
    if not _leads_to(facts, start, loop) or not isinstance(renewed.node, ast.stmt):
        return None
    first = weak_type(facts, start.value, {})
    if first not in (Weak.INT, Weak.FLOAT) or start.value is None:
        return None
    later = _renewed(facts, call, wrap, {parameter: first}, {start.node: first}, renewed)
    if later is None or later is first or later is Weak.BOOL:
        return None
    return WeakCarry(value.id, start.value, first, later, call, renewed.node)


def _leads_to(facts: Facts, start: Binding, loop: ast.stmt) -> bool:
    """Whether an assignment is always followed by the loop: it stands before it, or around."""
    if not isinstance(start.node, ast.Assign):
        return False
    for around in (loop, *facts.module.ancestors(loop)):
        if isinstance(around, ast.stmt) and start.node in facts.module.block_of(around):
            block = facts.module.block_of(around)
            return block.index(start.node) < block.index(around)
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)):
            return False
    return False


def _renewed(
    facts: Facts, call: ast.Call, wrap: Wrap,
    given: dict[str, Weak], known: dict[ast.AST, Weak], renewed: Binding,
) -> Weak | None:  # fmt: skip
    node = renewed.node
    if isinstance(node, ast.Assign) and node.value is call and len(node.targets) == 1:
        assert wrap.function is not None
        target = node.targets[0]
        position: int | None = None
        if isinstance(target, (ast.Tuple, ast.List)):
            position = _place(target, renewed.name)
            if position is None:
                return None
        arguments = wrap.function.args
        args = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        known = {a: given[a.arg] for a in args if a.arg in given}
        return weak_type(facts, returned(wrap.function, position), known)
    if not isinstance(node, ast.stmt) or node.lineno < call.lineno:
        return None  # the first call gets the new kind already
    if facts.module.parent[node] is not body_loop(facts, call):
        return None  # not every turn renews it
    if isinstance(node, ast.AugAssign):
        other = weak_type(facts, node.value, known)
        return Weak.OWN if other is Weak.OWN else None
    if isinstance(node, ast.Assign) and node.value is not call:
        return weak_type(facts, renewed.value, known)
    return None


# -- weak types ----------------------------------------------------------------------------
# Whether a number follows the dtype of what it meets, as Python numbers do, or has its own.
#
# JAX calls the first kind weakly typed. A function is compiled once for each: an argument that
# was weak on one call and is not on the next is compiled for twice. Measured facts: reductions
# give an own dtype whatever they are given; arithmetic between weak numbers stays weak;
# `jnp.array(0.0)` and `jnp.full(shape, 0.0)` are weak, `jnp.zeros(())` is not; booleans are never.

_REDUCTIONS = frozenset(
    {"sum", "mean", "max", "min", "prod", "var", "std", "median", "argmax", "argmin", "cumsum",
     "count_nonzero", "nansum", "nanmean", "average", "trace"}
)  # fmt: skip
_OWN = frozenset(
    {"jax.numpy.zeros", "jax.numpy.ones", "jax.numpy.eye", "jax.numpy.linalg.norm",
     "jax.numpy.float32", "jax.numpy.float16", "jax.numpy.bfloat16", "jax.numpy.int32",
     "jax.numpy.uint32", "jax.numpy.int8", "jax.numpy.linspace", "jax.random.normal",
     "jax.random.uniform", "jax.nn.logsumexp", "jax.scipy.special.logsumexp", "jax.numpy.sum",
     "jax.numpy.mean", "jax.numpy.max", "jax.numpy.min", "jax.numpy.prod", "jax.numpy.var",
     "jax.numpy.std", "jax.numpy.median", "jax.numpy.argmax", "jax.numpy.argmin",
     "jax.numpy.cumsum", "jax.numpy.count_nonzero", "jax.numpy.nansum", "jax.numpy.nanmean",
     "jax.numpy.average", "jax.numpy.trace"}
)  # fmt: skip
_JOINING = frozenset(
    {"jax.numpy.maximum", "jax.numpy.minimum", "jax.numpy.add", "jax.numpy.subtract",
     "jax.numpy.multiply", "jax.numpy.divide", "jax.numpy.where", "jax.numpy.clip",
     "jax.numpy.sqrt", "jax.numpy.exp", "jax.numpy.log", "jax.numpy.square", "jax.numpy.abs",
     "jax.numpy.tanh", "jax.numpy.negative", "jax.numpy.power"}
)  # fmt: skip
_PASSING = frozenset({"jax.lax.stop_gradient", "jax.lax.pmean", "jax.lax.psum", "jax.lax.pmax"})
_WRAPPED = frozenset({"jax.numpy.array", "jax.numpy.asarray"})
_DEPTH = 8


class Weak(Enum):
    """What a number is to JAX's promotion."""

    BOOL = 0
    INT = 1
    FLOAT = 2
    OWN = 3  # an array with a dtype of its own


def weak_type(
    facts: Facts, node: ast.expr | None, given: Mapping[ast.AST, Weak], depth: int = _DEPTH
) -> Weak | None:
    """The kind of a number; None where it is not known.

    Args:
        given: parameters (`ast.arg`) and assignments whose kind is known from elsewhere.
    """
    if node is None or depth <= 0:
        return None
    return _Typing(facts, given, depth).of(node)


class _Typing:
    def __init__(self, facts: Facts, given: Mapping[ast.AST, Weak], depth: int) -> None:
        self.facts = facts
        self.given = given
        self.depth = depth

    def of(self, node: ast.expr | None) -> Weak | None:
        if isinstance(node, ast.Constant):
            kinds = {bool: Weak.BOOL, int: Weak.INT, float: Weak.FLOAT}
            return kinds.get(type(node.value))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            return self.of(node.operand)
        if isinstance(node, ast.BinOp):
            return self._arithmetic(node.op, self.of(node.left), self.of(node.right))
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            known = ("jax.numpy.inf", "numpy.inf", "math.inf", "jax.numpy.nan", "numpy.nan")
            return Weak.FLOAT if self.facts.names.of(node) in known else None
        if isinstance(node, ast.Call):
            return self._call(node)
        return None

    def _arithmetic(self, op: ast.operator, left: Weak | None, right: Weak | None) -> Weak | None:
        if Weak.OWN in (left, right):
            return Weak.OWN
        if left is None or right is None:
            return None
        found = max(left, right, key=lambda kind: kind.value)
        if isinstance(op, ast.Div):
            return Weak.FLOAT
        return Weak.INT if found is Weak.BOOL else found

    def _name(self, node: ast.Name) -> Weak | None:
        bindings = self.facts.names.binding(node)
        for binding in bindings:
            # What the caller knows of holds for the name as a whole.
            if binding.node in self.given and len(bindings) == 1:
                return self.given[binding.node]
        first = bindings[0] if bindings else None
        if first is not None and len(bindings) == 2 and first.node in self.given:
            return self._counted(node, self.given[first.node], bindings[1].node)
        if first is None or len(bindings) != 1:
            return None
        if first.kind == "assign":
            return weak_type(self.facts, first.value, self.given, self.depth - 1)
        if first.kind == "target" and isinstance(first.node, ast.Assign):
            return self._unpacked(first.node, node.id)
        return None

    def _counted(self, node: ast.Name, start: Weak, second: ast.AST) -> Weak | None:
        """A parameter that the function rebinds once: `total += loss`, `total = total + loss`."""
        if second in set(self.facts.module.ancestors(node)):
            return start
        function = self.facts.module.function(second)
        if function is None or self.facts.module.parent[second] is not function:
            return None
        if getattr(node, "lineno", 0) < getattr(second, "lineno", 0):
            return start
        if isinstance(second, ast.AugAssign):
            return self._arithmetic(second.op, start, self.of(second.value))
        if isinstance(second, ast.Assign) and isinstance(second.targets[0], ast.Name):
            return weak_type(self.facts, second.value, self.given, self.depth - 1)
        return None

    def _unpacked(self, node: ast.Assign, name: str) -> Weak | None:
        """One result of a call: the loss of `loss, grads = jax.value_and_grad(f)(params)`."""
        target = node.targets[0]
        if not isinstance(target, (ast.Tuple, ast.List)) or not isinstance(node.value, ast.Call):
            return None
        place = _place(target, name)
        return self._result(node.value, place) if place is not None else None

    def _result(self, call: ast.Call, position: int | None) -> Weak | None:
        """What a function of the file gives back, whatever it is called with."""
        callee = calls(self.facts).callee(call.func)
        if callee is None or callee.node is None or self.depth < 2:
            return None
        kinds = [k for wrap, _ in callee.wraps if (k := TRANSFORMS[wrap].kind) != "jit"]
        if kinds == ["value_and_grad"] and position == 0:
            position = None
        elif kinds:
            return None
        return weak_type(self.facts, returned(callee.node, position), {}, self.depth - 1)

    def _call(self, node: ast.Call) -> Weak | None:
        names = self.facts.names
        name = names.call(node)
        if names.is_builtin(node.func, "float"):
            return Weak.FLOAT
        if names.is_builtin(node.func, "int", "len"):
            return Weak.INT
        if name in _WRAPPED and node.args:
            if len(node.args) > 1 or any(k.arg == "dtype" for k in node.keywords):
                return Weak.OWN
            inner = node.args[0]
            return Weak.OWN if isinstance(inner, (ast.List, ast.Tuple)) else self.of(inner)
        if name == "jax.numpy.full" and len(node.args) == 2 and not node.keywords:
            return self.of(node.args[1])
        if name in _OWN:
            return Weak.OWN
        if name in _PASSING and node.args:
            return self.of(node.args[0])
        if name in _JOINING:
            values = node.args[1:] if name == "jax.numpy.where" else node.args
            kinds = [self.of(v) for v in values]
            if Weak.OWN in kinds:
                return Weak.OWN
            known = [k for k in kinds if k is not None]
            if not known or len(known) != len(kinds) or not name.endswith(("imum", "where")):
                return None
            return max(known, key=lambda kind: kind.value)
        if name is None and isinstance(node.func, ast.Attribute):
            if node.func.attr == "astype" or node.func.attr in _REDUCTIONS:
                return Weak.OWN if node.func.attr == "astype" or not node.args else None
        return self._result(node, None)


def returned(function: FunctionNode, position: int | None = None) -> ast.expr | None:
    """What a function gives back, or one element of it, where it returns in one place."""
    if isinstance(function, ast.Lambda):
        value: ast.expr | None = function.body
    else:
        returns = [n for n in own_nodes(function.body) if isinstance(n, ast.Return)]
        value = returns[0].value if len(returns) == 1 else None
    if position is None:
        return None if isinstance(value, ast.Tuple) else value
    if isinstance(value, ast.Tuple) and position < len(value.elts):
        return value.elts[position]
    return None


def _place(target: ast.Tuple | ast.List, name: str) -> int | None:
    """Where a name stands in a target, if that is in one place."""
    places = [i for i, element in enumerate(target.elts) if is_name(element, name)]
    return places[0] if len(places) == 1 else None
