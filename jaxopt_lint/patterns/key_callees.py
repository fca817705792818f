"""Which functions a call runs, and what it hands to each: by itself, in a scan, in a branch."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.python import DEFINITIONS, FunctionNode, argument

# Transforms that leave the parameters and what is done to them as they are.
PLAIN = frozenset({"jit", "vmap", "pmap", "grad", "value_and_grad", "jacobian", "checkpoint"})
# The place of the function, and of what it is given at first and then gives itself, in loops.
_LOOPS = {
    "scan": (0, "f", 1, "init", 0),
    "while_loop": (1, "body_fun", 2, "init_val", 0),
    "fori_loop": (2, "body_fun", 3, "init_val", 1),
}


@dataclass(frozen=True, slots=True)
class Run:
    """A function that a call runs.

    Attributes:
        function: the function, as an expression.
        given: its leading arguments; None for one that is not the caller's.
        named: its arguments by keyword.
    """

    function: ast.expr
    given: tuple[ast.expr | None, ...]
    named: dict[str, ast.expr] = field(default_factory=dict)


def runs(facts: Facts, call: ast.Call) -> Iterator[Run]:
    """The functions that a call runs once or more, whichever way it takes."""
    if any(isinstance(a, ast.Starred) for a in call.args):
        return
    transform = TRANSFORMS.get(facts.names.call(call) or "")
    kind = transform.kind if transform is not None and not transform.wrapper else ""
    if kind in _LOOPS:
        place, keyword, init_place, init_keyword, before = _LOOPS[kind]
        function = argument(call, place, keyword)
        init = argument(call, init_place, init_keyword)
        if function is not None and init is not None:
            yield Run(function, (*[None] * before, init))
    elif kind == "cond":
        for arm in (argument(call, 1, "true_fun"), argument(call, 2, "false_fun")):
            if arm is not None:
                yield Run(arm, tuple(call.args[3:]))
    elif kind == "switch":
        branches = argument(call, 1, "branches")
        for arm in branches.elts if isinstance(branches, (ast.List, ast.Tuple)) else ():
            yield Run(arm, tuple(call.args[2:]))
    elif not kind:
        named = {k.arg: k.value for k in call.keywords if k.arg is not None}
        yield Run(call.func, tuple(call.args), named)


def function_elsewhere(facts: Facts, dotted: str | None) -> tuple[Facts, FunctionNode] | None:
    """A function of another file of the project that may use up keys, with what is known there."""
    module, name = facts.project.home(dotted) if dotted else ("", "")
    text = facts.project.texts.get(module)
    if text is None or "random" not in text.text:
        return None
    other = elsewhere(facts, module)
    bindings = other.module.top.bindings.get(name, []) if other is not None else []
    if other is None or len(bindings) != 1 or not isinstance(bindings[0].node, DEFINITIONS):
        return None
    return other, bindings[0].node


def part_of(facts: Facts, value: ast.expr, text: str, call: ast.Call) -> ast.expr | None:
    """What a caller gave as a parameter, or as one item of it: `carry[0]`.

    Args:
        value: what the parameter is given.
        text: the parameter, or the item.
    """
    found = re.fullmatch(r"\w+(?:\[(\d+)\])?", text)
    if found is None:
        return None
    if found[1] is None:
        return value
    packed = value
    if isinstance(value, ast.Name):
        made = facts.names.value(value)
        if made is None or facts.module.function(made) is not facts.module.function(call):
            return None
        packed = made
    if not isinstance(packed, (ast.Tuple, ast.List)) or int(found[1]) >= len(packed.elts):
        return None
    item = packed.elts[int(found[1])]
    if packed is not value and _stored_between(facts, item, packed, call):
        return None
    return item


def _stored_between(facts: Facts, item: ast.expr, first: ast.expr, last: ast.Call) -> bool:
    """Whether something is stored anew in what an expression is made of, between two places."""
    for name in ast.walk(item):
        if isinstance(name, ast.Name):
            holder = facts.module.scope[name].holder(name.id)
            for other in facts.module.held(holder, name.id):
                if not isinstance(other.ctx, ast.Load) and first.lineno < other.lineno:
                    if other.lineno <= last.lineno:
                        return True
    return False
