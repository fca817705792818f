"""Who takes to the host what a loop computes: what is known of a call, and of the object behind it.

An object that nobody knows may need numbers on the host to give an answer, as a simulator does.
One that gives the loop nothing back, as a meter or a log, may as well have them some turns later.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.effects.deeds import deed_of, is_at, is_seen
from jaxopt_lint.semantics.jax.effects.objects import look_up, made_by
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import DEFINITIONS, FunctionNode, Loop, all_names
from jaxopt_lint.semantics.subjects.transfer.some_turns import some_turns, stored_in
from jaxopt_lint.semantics.subjects.transfer.steps import seldom_come_to


def takes_host_values(facts: Facts, call: ast.Call) -> bool | None:
    """Whether a call needs what it is given on the host, for more than to compute with it; None
    for a method of an object that is not known."""
    deed = deed_of(facts, call)
    if deed is not None:
        return deed.waits == "fetch" and deed.kind != ""
    func = call.func
    if not isinstance(func, ast.Attribute) or is_at(func.value) or is_seen(facts, func):
        return False
    dotted = facts.names.of(func)
    if dotted is not None:
        return _function_takes_them(facts, dotted)
    made = made_by(facts, func.value)
    if made.startswith(_ON_JAX) or made in _CONTAINERS or (not made and func.attr in _OF_ARRAYS):
        return False
    return _method_takes_them(facts, made, func.attr)


# What is built on JAX takes its arrays as they are, besides what the table of effects has.
_ON_JAX = ("jax.", "optax.", "equinox.", "flax.", "haiku.", "optimistix.", "diffrax.", "chex.")
_CONTAINERS = ("list", "dict", "set", "deque", "tuple", "str")
# Only arrays have these, of JAX or of NumPy.
_OF_ARRAYS = frozenset(
    {"astype", "reshape", "transpose", "ravel", "flatten", "squeeze", "swapaxes"}
)


def _function_takes_them(facts: Facts, dotted: str) -> bool | None:
    """The same for a function of a module: of the project, or of a library."""
    if dotted.startswith(_ON_JAX):
        return False
    module, name = facts.project.home(dotted)
    there = elsewhere(facts, module) if module else None
    held = there.module.top.bindings.get(name, []) if there is not None else []
    if there is None or len(held) != 1 or not isinstance(held[0].node, DEFINITIONS):
        return None
    return _body_takes_them(there, held[0].node)


def _method_takes_them(facts: Facts, made: str, name: str) -> bool | None:
    """The same for a method of a class of another file: a meter that sums up does not."""
    module, owner_name = facts.project.home(made)
    there = elsewhere(facts, module) if module else None
    owner = there.module.top.bindings.get(owner_name, []) if there is not None else []
    if there is None or len(owner) != 1 or not isinstance(owner[0].node, ast.ClassDef):
        return None
    method = look_up(there, owner[0].node, name)
    return None if method is None else _body_takes_them(there, method)


def _body_takes_them(facts: Facts, function: FunctionNode) -> bool | None:
    if any(isinstance(n, ast.Await) for n in ast.walk(function)):
        return None
    inner = facts.module.inside(ast.Call, function)
    given = [c for c in inner if any(map(all_names, (*c.args, *(k.value for k in c.keywords))))]
    taken = {takes_host_values(facts, c) for c in given}
    return True if True in taken else None if None in taken else False


def gives_back(facts: Facts, call: ast.Call, loop: Loop) -> bool:
    """Whether a loop has something back from the object whose method a call is: a result, or what
    it reads of it elsewhere, on every turn or on most of them."""
    if not isinstance(facts.module.parent[call], ast.Expr):
        return True
    func = call.func
    if not isinstance(func, ast.Attribute):
        return False
    receiver, stored = ast.unparse(func.value), stored_in(facts, loop)
    for node in ast.walk(loop):
        if not isinstance(node, (ast.Name, ast.Attribute)) or node is func.value:
            continue
        if ast.unparse(node) != receiver or not isinstance(node.ctx, ast.Load):
            continue
        if not _only_told(facts, node) and not _now_and_then(facts, node, loop, stored):
            return True
    return False


def _only_told(facts: Facts, receiver: ast.expr) -> bool:
    """Whether a statement calls a method of an object and leaves what it returns."""
    method = facts.module.parent[receiver]
    called = facts.module.parent[method] if isinstance(method, ast.Attribute) else None
    if not isinstance(called, ast.Call) or called.func is not method:
        return False
    return isinstance(facts.module.parent[called], ast.Expr)


def _now_and_then(facts: Facts, node: ast.expr, loop: Loop, stored: frozenset[str]) -> bool:
    """Whether only some turns of a loop come to a place in it."""
    if seldom_come_to(facts, node, loop):
        return True
    for inner, around in facts.module.way_out(node):
        if around is loop:
            return False
        if isinstance(around, ast.If) and inner is not around.test:
            if some_turns(facts, around.test, stored):
                return True
    return False
