"""Seeds that a function takes from what it is given, and that a loop gives it again and again."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test, runs_once, short
from jaxopt_lint.semantics.python import (
    LOOPS,
    FunctionNode,
    Loop,
    all_names,
    argument,
    assigned_names,
    defaults,
    positional,
    stored_names,
    unpacks,
)


@dataclass(frozen=True, slots=True)
class SameSeed:
    """A call in a loop that gives a function the same seed in every turn.

    Attributes:
        call: the call.
        loop: the loop.
        carries: what comes back from the call goes into it on the next turn.
        plain: the seed is an argument of its own, which somebody chose for this call.
    """

    call: ast.Call
    loop: Loop
    carries: bool
    plain: bool


def same_seed(facts: Facts, seed: ast.expr, function: FunctionNode) -> SameSeed | None:
    """The loop that calls a function with the same seed each time, where the seed is made of what
    the function is given: `config.seed + 1`, `self.seed`."""
    roots = _roots(facts, seed, function)
    if not roots or runs_once(facts, function):
        return None
    for call in calls(facts).callers(function):
        loop = body_loop(facts, call)
        if loop is None or in_test(facts, call) or unpacks(call):
            continue
        if short(facts, facts.module.statement(call), loop):
            continue
        given = {name: _given(facts, call, function, name) for name in roots}
        if all(one is not None and _stays(facts, one, loop) for one in given.values()):
            if _attributes_stay(facts, seed):
                plain = any(isinstance(n, ast.Name) for n in _leaves(seed))
                return SameSeed(call, loop, _carries(facts, call), plain)
    return None


def _roots(facts: Facts, seed: ast.expr, function: FunctionNode) -> set[str]:
    """The parameters that a seed is made of, besides numbers; none where it is made of more."""
    allowed = (ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.operator, ast.Load)
    if not all(isinstance(n, allowed) for n in ast.walk(seed)):
        return set()
    names = [n for n in ast.walk(seed) if isinstance(n, ast.Name)]
    own = facts.module.scopes[function]
    for name in names:
        bound = facts.names.binding(name)
        if facts.module.holder(name) is not own or [b.kind for b in bound] != ["param"]:
            return set()
    return {name.id for name in names}


def _leaves(seed: ast.expr) -> list[ast.expr]:
    """What operators join."""
    if isinstance(seed, ast.BinOp):
        return [*_leaves(seed.left), *_leaves(seed.right)]
    return [seed]


def _given(facts: Facts, call: ast.Call, function: FunctionNode, name: str) -> ast.expr | None:
    """What a call gives a parameter: by place, by name, as the object of a method, by default."""
    callee = calls(facts).callee(call.func)
    if callee is None or callee.bound_names:
        return None
    names = positional(function)
    place = names.index(name) - callee.bound if name in names else len(call.args)
    if place < 0:
        bound_method = isinstance(call.func, ast.Attribute) and callee.bound == 1
        return call.func.value if bound_method and isinstance(call.func, ast.Attribute) else None
    return argument(call, place, name) or defaults(function).get(name)


def _stays(facts: Facts, given: ast.expr, loop: Loop) -> bool:
    """Whether an expression is the same in every turn of a loop."""
    if any(isinstance(n, (ast.Call, ast.Subscript, ast.Await)) for n in ast.walk(given)):
        return False
    around = [a for a in facts.module.ancestors(loop) if isinstance(a, LOOPS)]
    targets = [one.target for one in (loop, *around) if not isinstance(one, ast.While)]
    changing = assigned_names(*loop.body) | stored_names(*targets)
    return not all_names(given) & changing


def _attributes_stay(facts: Facts, seed: ast.expr) -> bool:
    """Whether nothing in the file stores an attribute that the seed is read from, but what makes
    the object."""
    read = {n.attr for n in ast.walk(seed) if isinstance(n, ast.Attribute)}
    for name in read:
        for node in facts.module.attributes(name):
            if isinstance(node.ctx, ast.Store):
                maker = facts.module.function(node)
                if getattr(maker, "name", "") not in ("__init__", "setup", "__post_init__"):
                    return False
    return True


def _carries(facts: Facts, call: ast.Call) -> bool:
    """Whether a call is given what it gave on the turn before: `state = step(state)`."""
    stored = facts.module.stored_by(call)
    targets = stored.targets if stored is not None else []
    back = {name for target in targets for name in stored_names(target)}
    return bool(back & {n for arg in (*call.args, *call.keywords) for n in all_names(arg)})
