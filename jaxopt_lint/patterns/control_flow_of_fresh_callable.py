"""Control flow that each call of a function compiles anew, since nothing compiles the function.

`jax.lax.scan` and its kin compile what they are given wherever they stand, and find it again by
the identity of the functions. A function of the project that gives them a nested function or a
lambda, and that nothing is seen to trace, compiles it again at each call.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.patterns.compiled_each_turn import compiled_each_turn
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.frameworks import BY_APPLY, framework_of
from jaxopt_lint.semantics.jax.hosted import hosted
from jaxopt_lint.semantics.jax.machine.asking import asks_for_values
from jaxopt_lint.semantics.jax.recurrence import guarded, in_test, kept, runs_once
from jaxopt_lint.semantics.python import DEFINITIONS, Definition, FunctionNode, argument

_KINDS = frozenset({"scan", "while_loop", "fori_loop"})
_ROOM = ("jax.lax.", "equinox.internal.")


@dataclass(frozen=True, slots=True, eq=False)
class CompiledEachCall:
    """Control flow of a function that is made anew, in a function that nothing compiles.

    Attributes:
        node: the call of `scan`, `while_loop` or `fori_loop`.
        name: which of them it is.
        made: what is made anew, as a text.
        function: the function whose every call makes it.
        why: why that certainly runs on the host.
    """

    node: ast.Call
    name: str
    made: str
    function: Definition
    why: str


@fact
def compiled_each_call(facts: Facts) -> dict[ast.Call, CompiledEachCall]:
    """The control flow of fresh functions in functions that nothing compiles, by its call"""
    told = {facts.module.function(one.node) for one in compiled_each_turn(facts).values()}
    found: dict[ast.AST, CompiledEachCall] = {}  # the first of a function is enough
    for call in facts.module.all(ast.Call):
        name = facts.names.of(call.func) or ""
        transform = TRANSFORMS.get(name)
        if transform is None or transform.kind not in _KINDS or not name.startswith(_ROOM):
            continue
        one = _look(facts, call, transform.positions, transform.kind)
        if one is not None and one.function not in told:
            found.setdefault(one.function, one)
    return {one.node: one for one in found.values()}


def _look(
    facts: Facts, call: ast.Call, places: tuple[int, ...], kind: str
) -> CompiledEachCall | None:
    function = facts.module.function(call)
    if not isinstance(function, DEFINITIONS) or in_test(facts, call):
        return None
    around = (function, *facts.module.functions(function))
    if any(not tracing(facts).untraced(one) for one in around):
        return facts.doubt(call, "the code around it is traced")
    if any(kept(facts, one) is not False for one in around):
        return facts.doubt(call, "a decorator around it may keep it, or have it traced")
    owner = facts.module.class_of(around[-1])
    if framework_of(facts, owner) in BY_APPLY:
        return None
    made = [m for place in places if (m := _fresh(facts, call, place, function)) is not None]
    if not made:
        return facts.doubt(call, "what it is given is not known to be made anew by each call")
    if runs_once(facts, around[-1]) or guarded(facts, call, function):
        return facts.doubt(call, "it is known to run once")
    why = _hosted(facts, function)
    if not why:
        return facts.doubt(call, "nothing is seen to run {} outside of all traces", function)
    return CompiledEachCall(call, kind, made[0], function, why)


def _fresh(facts: Facts, call: ast.Call, place: int, function: FunctionNode) -> str | None:
    """What a call gives for a function that each call of the function around it makes anew."""
    given = argument(call, place, "")
    if isinstance(given, ast.Lambda):
        return "a lambda"
    binding = facts.names.only_binding(given)
    if binding is None or not isinstance(binding.node, DEFINITIONS):
        return None
    own = facts.module.function(binding.node) is function and not binding.node.decorator_list
    return f"`{binding.node.name}`" if own else None


def _hosted(facts: Facts, function: FunctionNode) -> str:
    """Why a function certainly runs on the host; "" where nothing says so."""
    where = hosted(facts, function) or facts.project.tried.get(calls(facts).dotted(function))
    if where:
        return f"run as it is: {where}"
    return "it asks for values of arrays itself" if asks_for_values(facts, function) else ""
