"""Forward passes that a loop on the host runs operation by operation: nothing compiles them.

A pass is a function of the file that runs many operations of JAX, a product of matrices or what
models are made of among them, and that nothing on its way compiles.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.patterns.unseen_calls import unseen_calls
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.objects import is_plain_object
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test, looped_call, short
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.walking import walk

_MANY = 8  # operations that are worth one program
_DEPTH = 3
_COMPUTES = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.random.", "jax.image.")
_MAKES = frozenset(
    {"array", "asarray", "zeros", "ones", "full", "empty", "arange", "eye", "shape", "ndim",
     "float32", "int32", "bfloat16", "float16", "zeros_like", "ones_like", "full_like", "split",
     "PRNGKey", "key", "iinfo", "finfo", "dtype"}
)  # fmt: skip
_HEAVY = frozenset(
    {"matmul", "dot", "einsum", "tensordot", "dot_general", "conv", "conv_general_dilated",
     "softmax", "log_softmax", "dot_product_attention", "scale_and_translate", "resize", "vdot"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EagerPass:
    """One call of a forward pass that is not compiled.

    Attributes:
        node: the call.
        function: what it runs.
        operations: how many operations of JAX stand in it and in what it calls.
        loop: the loop that comes to the call on every turn.
        unseen: calls whose code is not in this file, so that something may be compiled there.
        objects: the parameters that are objects jit cannot take.
    """

    node: ast.Call
    function: ast.FunctionDef
    operations: int
    loop: ast.AST
    unseen: tuple[str, ...]
    objects: tuple[str, ...] = ()

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was taken for granted."""
        return tuple(f"nothing is compiled in `{name}`" for name in self.unseen[:3])


@fact
def eager_passes(facts: Facts) -> dict[ast.Call, EagerPass]:
    """The forward passes that loops on the host run eagerly, by the call."""
    found: dict[tuple[ast.AST, ast.AST], EagerPass] = {}  # once for each loop is enough
    for call in facts.module.all(ast.Call):
        one = _pass(facts, call)
        if one is not None and one.function not in eager_steps(facts):
            found.setdefault((one.function, one.loop), one)
    return {one.node: one for one in found.values()}


def _pass(facts: Facts, call: ast.Call) -> EagerPass | None:
    callee = calls(facts).callee(call.func)
    function = callee.node if callee is not None and not callee.wraps else None
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return None
    around = facts.module.function(call)
    if not tracing(facts).untraced(around) or in_test(facts, call):
        return None
    loop: ast.AST | None = body_loop(facts, call)
    if loop is not None and short(facts, facts.module.statement(call), loop):
        return None
    if loop is None:
        looped = looped_call(facts, around) if around is not None else None
        loop = looped[1] if looped is not None else None
    if loop is None or not _told_by_a_fetch(facts, around, loop):
        return None
    names = list(_operations(facts, function, _DEPTH, {function}))
    if len(names) < _MANY or not _HEAVY.intersection(names):
        return None
    unseen = unseen_calls(facts, function)
    if unseen is None:
        return None
    taken = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    objects = (
        a.arg for a in taken if a.annotation is not None and is_plain_object(facts, a.annotation)
    )
    return EagerPass(call, function, len(names), loop, unseen, tuple(objects))


def _told_by_a_fetch(facts: Facts, around: FunctionNode | None, loop: ast.AST) -> bool:
    """Whether the code around a call cannot be traced: it asks arrays for numbers."""
    for node in walk(around if around is not None else loop):
        if not isinstance(node, ast.Call) or facts.module.function(node) is not around:
            continue
        asks = facts.names.is_builtin(node.func, "int", "float") and len(node.args) == 1
        if asks and any(_is_array(facts, part) for part in walk(node.args[0])):
            return True
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("item", "tolist"):
            if facts.names.of(node.func) is None and not node.args:
                return True
        if facts.names.call(node) == "jax.device_get":
            return True
    return False


def _is_array(facts: Facts, node: ast.AST) -> bool:
    """Whether an expression is what an operation of JAX gave, by itself or by its name."""
    if isinstance(node, ast.Name):
        values = (b.value for b in facts.names.binding(node))
        return any((facts.names.call(v) or "").startswith(_COMPUTES) for v in values)
    name = facts.names.call(node) or ""
    return name.startswith(_COMPUTES) and name.rpartition(".")[2] not in _MAKES


def _operations(
    facts: Facts, function: FunctionNode, depth: int, seen: set[FunctionNode]
) -> Iterator[str]:
    """The operations of JAX that a function, and what it calls, runs: the last parts of names. `@`
    is one of them in functions that call JAX besides: NumPy has it, too."""
    products, computes = 0, False
    for node in walk(function):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            products += 1
        if not isinstance(node, ast.Call):
            continue
        name = facts.names.call(node) or ""
        computes |= name.startswith(_COMPUTES)
        last = name.rpartition(".")[2]
        if name.startswith(_COMPUTES) and last not in _MAKES:
            yield last
            continue
        inner = calls(facts).function(node)
        if depth and inner is not None and inner not in seen:
            seen.add(inner)
            yield from _operations(facts, inner, depth - 1, seen)
    if computes:
        yield from ["matmul"] * products
