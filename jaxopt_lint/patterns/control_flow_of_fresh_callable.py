"""Control flow that each call of a function compiles anew, since nothing compiles the function.

`jax.lax.scan` and its kin compile what they are given wherever they stand, and find it again by
the identity of the functions. A function of the project that gives them a nested function, a
lambda, a `partial` or a bound method, and that nothing is seen to trace, compiles it again at each
call.
`jax.lax.map` makes such a function of whatever it is given.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.patterns.compiled_each_turn import compiled_each_turn
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.frameworks import BY_APPLY, framework_of
from jaxopt_lint.semantics.jax.hosted import hosted
from jaxopt_lint.semantics.jax.machine.asking import asks_for_values
from jaxopt_lint.semantics.jax.made_anew import made_anew
from jaxopt_lint.semantics.jax.recurrence import guarded, in_test, kept, runs_once
from jaxopt_lint.semantics.python import DEFINITIONS, Definition, FunctionNode, argument

_KINDS = frozenset({"scan", "while_loop", "fori_loop", "cond", "switch", "map"})
_ROOM = ("jax.lax.", "equinox.internal.")


@dataclass(frozen=True, slots=True, eq=False)
class CompiledEachCall:
    """Control flow of a function that is made anew, in a function that nothing compiles.

    Attributes:
        node: the call of `scan`, `cond`, `map` and so on.
        name: which of them it is.
        made: what is made anew, as a text; "" for what makes a function itself.
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
    made = [m for given in _given(call, places) if (m := _fresh(facts, given, function))]
    if kind != "map" and not made:
        return facts.doubt(call, "what it is given is not known to be made anew by each call")
    if runs_once(facts, around[-1]) or guarded(facts, call, function):
        return facts.doubt(call, "it is known to run once")
    why = _hosted(facts, function)
    if not why:
        return facts.doubt(call, "nothing is seen to run {} outside of all traces", function)
    return CompiledEachCall(call, kind, next(iter(made), ""), function, why)


def _given(call: ast.Call, places: tuple[int, ...]) -> list[ast.expr]:
    """The functions that control flow is given, those of a list one by one."""
    found = [given for place in places if (given := argument(call, place, "")) is not None]
    return [one for given in found for one in getattr(given, "elts", [given])]


def _fresh(facts: Facts, given: ast.expr, function: FunctionNode) -> str:
    """What is given for a function that each call of the function around it makes anew; "" where
    it may be the same each time."""
    new = made_anew(facts, given)
    if new:
        return new
    binding = facts.names.only_binding(given)
    if binding is None:
        return ""
    own = facts.module.function(binding.node) is function
    if isinstance(binding.node, DEFINITIONS):
        return f"`{binding.node.name}`" if own and not binding.node.decorator_list else ""
    made = binding.value is not None and made_anew(facts, binding.value)
    return f"`{binding.name}`" if own and made else ""


def _hosted(facts: Facts, function: FunctionNode) -> str:
    """Why a function certainly runs on the host; "" where nothing says so."""
    where = hosted(facts, function) or facts.project.tried.get(calls(facts).dotted(function))
    if where:
        return f"run as it is: {where}"
    return "it asks for values of arrays itself" if asks_for_values(facts, function) else ""
