"""Training steps that run operation by operation: nothing on their way is compiled.

A step takes gradients and applies them. It is eager where no transform is around it, nothing
that it calls is compiled, and a loop on the host calls it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxopt_lint.semantics.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.calls import Callee
from jaxopt_lint.semantics.module import FUNCTIONS, FunctionNode
from jaxopt_lint.semantics.purpose import is_side_file
from jaxopt_lint.semantics.recurrence import in_test, loop_around, short
from jaxopt_lint.semantics.updates import is_optimizer_update

if TYPE_CHECKING:
    from jaxopt_lint.semantics.facts import Facts

_COMPILED = frozenset({"jit", "pmap", "shard_map"})
_GRADIENTS = frozenset({"grad", "value_and_grad"})
_DEPTH = 4


@dataclass(frozen=True, slots=True)
class EagerStep:
    """One training step that is not compiled.

    Attributes:
        function: the step.
        gradient: the call that takes the gradient.
        transform: what takes it, dotted.
        loop: the loop that calls the step.
        call: where it does.
        unseen: calls whose code is not in this file, so that something may be compiled there.
    """

    function: ast.FunctionDef
    gradient: ast.Call
    transform: str
    loop: ast.AST
    call: ast.Call
    unseen: tuple[str, ...]


def eager_steps(facts: Facts) -> dict[ast.AST, EagerStep]:
    """The training steps of a file that nothing compiles, by function."""
    found: dict[ast.AST, EagerStep] | None = facts.shared.get("eager steps")
    if found is None:
        found = facts.shared["eager steps"] = {}
        if not is_side_file(facts.display) and not _switched_off(facts):
            for node in facts.module.nodes.get(ast.FunctionDef, ()):
                assert isinstance(node, ast.FunctionDef)
                step = _step(facts, node)
                if step is not None:
                    found[node] = step
    return found


def _step(facts: Facts, function: ast.FunctionDef) -> EagerStep | None:
    gradient = _gradient(facts, function)
    if gradient is None or not _applies(facts, function):
        return None
    if facts.tracing.staged(function) is not None or facts.tracing.elsewhere(function):
        return None
    if function.decorator_list or in_test(facts, function) or not _plain_owner(facts, function):
        return None
    looped = _looped(facts, function)
    if looped is None:
        return None
    unseen = _unseen(facts, function)
    if unseen is None:
        return None
    call, transform = gradient
    return EagerStep(function, call, transform, looped[0], looped[1], unseen)


# -- what a step is ------------------------------------------------------------------------


def _gradient(facts: Facts, function: ast.FunctionDef) -> tuple[ast.Call, str] | None:
    """The call of a step's own body, outside of its loops, that takes a gradient."""
    for call in own_calls(facts, function):
        callee = facts.calls.callee(call.func)
        if callee is None or loop_around(facts, call) is not None:
            continue
        around = [name for name, _ in callee.wraps]
        if callee.node is not None:
            around += [w.name for w in facts.tracing.of(callee.node) if w.decorator]
        for name in around:
            if TRANSFORMS[name].kind in _GRADIENTS:
                return call, name
    return None


def _applies(facts: Facts, function: ast.FunctionDef) -> bool:
    """Whether a step's own body applies an update, or subtracts from what it was given."""
    for call in own_calls(facts, function):
        if is_optimizer_update(facts, call):
            return True
        if facts.names.of(call.func) in _TREE_MAPS and call.args:
            maps = call.args[0]
            if isinstance(maps, ast.Lambda) and _subtracts(maps):
                return True
    taken = {a.arg for a in (*function.args.posonlyargs, *function.args.args)}
    for node in ast.walk(function):
        if facts.module.function(node) is not function:
            continue
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            if isinstance(node.left, ast.Name) and node.left.id in taken:
                return isinstance(node.right, ast.BinOp) and isinstance(node.right.op, ast.Mult)
    return False


def _subtracts(function: ast.Lambda) -> bool:
    return isinstance(function.body, ast.BinOp) and isinstance(function.body.op, ast.Sub)


def own_calls(facts: Facts, function: FunctionNode) -> Iterator[ast.Call]:
    """The calls that a function makes itself, those of nested functions left out."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and facts.module.function(node) is function:
            yield node


# -- who runs it ---------------------------------------------------------------------------


def _looped(facts: Facts, function: ast.FunctionDef) -> tuple[ast.AST, ast.Call] | None:
    """The loop on the host that calls a function, where every use of it is a call."""
    calls = facts.calls.callers(function)
    if any(facts.module.parent[r] not in calls for r in facts.calls.references(function)):
        return None  # handed on: who knows what is made of it
    for call in calls:
        if in_test(facts, call) or (callee := facts.calls.callee(call.func)) is None:
            continue
        if callee.wraps or facts.tracing.staged(facts.module.function(call)) is not None:
            return None
        loop = loop_around(facts, call)
        if isinstance(loop, (ast.For, ast.AsyncFor, ast.While)):
            if not short(facts, facts.module.statement(call), loop):
                return loop, call
    return None


def _plain_owner(facts: Facts, function: ast.FunctionDef) -> bool:
    """Whether nobody wraps the methods of the class that a function belongs to."""
    owner = facts.module.class_of(function)
    if owner is None:
        return True
    return not owner.decorator_list and not owner.keywords and not owner.bases


def _switched_off(facts: Facts) -> bool:
    """Whether a file wants no compilation at all."""
    return "disable_jit" in facts.module.text


# -- what it calls -------------------------------------------------------------------------


def _unseen(facts: Facts, function: FunctionNode) -> tuple[str, ...] | None:
    """The calls of a step that lead out of the file; None where something in it is compiled."""
    unseen: dict[str, None] = {}
    seen: set[FunctionNode] = set()

    def enter(inside: FunctionNode, depth: int) -> bool:
        if inside in seen:
            return True
        seen.add(inside)
        for wrap in facts.tracing.of(inside):
            if wrap.transform.kind in _COMPILED:
                return False
        for node in ast.walk(inside):
            if isinstance(node, FUNCTIONS) and node not in seen and not enter(node, depth):
                return False
            if isinstance(node, ast.Call) and not look(node.func, depth):
                return False
        return True

    def look(func: ast.expr, depth: int) -> bool:
        callee = facts.calls.callee(func)
        if callee is None:
            unseen.setdefault(facts.module.source(func))
            return True
        if _compiled(facts, func, callee):
            return False
        if callee.node is not None:
            return depth == 0 or enter(callee.node, depth - 1)
        if callee.wraps:
            inner = facts.calls.function_argument(callee.wraps[-1][1],
                                                  TRANSFORMS[callee.wraps[-1][0]])  # fmt: skip
            unseen.setdefault(facts.module.source(inner) if inner is not None else "a function")
        elif callee.dotted and not callee.dotted.startswith(_KNOWN):
            unseen.setdefault(facts.module.source(func))
        return True

    return tuple(unseen) if enter(function, _DEPTH) else None


def _compiled(facts: Facts, func: ast.expr, callee: Callee) -> bool:
    """Whether calling something runs compiled code, as far as the project tells."""
    if any(TRANSFORMS[name].kind in _COMPILED for name, _ in callee.wraps):
        return True
    if facts.tracing.jitted(func) is not None or facts.tracing.jitted_elsewhere(func):
        return True
    return bool(callee.dotted and any(
        t.transform in _COMPILED for t in facts.project.traced.get(callee.dotted, ())
    ))  # fmt: skip


_KNOWN = ("jax.", "numpy.", "optax.", "math.", "functools.", "builtins.", "flax.", "equinox.")
_TREE_MAPS = frozenset(
    {"jax.tree.map", "jax.tree_util.tree_map", "jax.tree_map", "jax.tree_multimap",
     "jax.tree_util.tree_multimap"}
)  # fmt: skip

__all__ = ["EagerStep", "eager_steps", "own_calls"]
