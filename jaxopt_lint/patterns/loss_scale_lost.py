"""Loss scales that a step of mixed precision makes anew, and that nobody keeps.

`DynamicScale.value_and_grad` of Flax gives four things, the first of which is the scale of the next
step: smaller where gradients have overflown, larger where they have not for long.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.recurrence import in_test, loop_around
from jaxopt_lint.semantics.python import DEFINITIONS

_MAKER = "value_and_grad"
_RESULTS = 4  # the new scale, whether all is finite, what the function gives, the gradients


@dataclass(frozen=True, slots=True)
class LostScale:
    """A new scale that nobody keeps.

    Attributes:
        node: the name that it is given.
        function: the step that gives it.
    """

    node: ast.Name
    function: str


def lost_scales(facts: Facts) -> Iterator[LostScale]:
    """The new scales of a file that no one reads, but to look at them."""
    for statement in facts.module.all(ast.Assign) if facts.module.mentions(_MAKER) else ():
        match statement:
            case ast.Assign([ast.Tuple([ast.Name() as scale, *others])], ast.Call() as call):
                if len(others) + 1 == _RESULTS and _is_scaled(facts, call.func):
                    found = _lost(facts, scale)
                    if found is not None:
                        yield found


def _is_scaled(facts: Facts, func: ast.expr) -> bool:
    """Whether a callable is what a method `value_and_grad` of an object gives."""
    made = [func]
    if isinstance(func, ast.Name):
        made = [b.value for b in facts.names.binding(func) if b.value is not None]
    return any(
        isinstance(one, ast.Call)
        and isinstance(one.func, ast.Attribute)
        and one.func.attr == _MAKER
        and facts.names.of(one.func) is None  # nor one of a module: `jax.value_and_grad`
        for one in made
    )


def _lost(facts: Facts, scale: ast.Name) -> LostScale | None:
    function = facts.module.function(scale)
    holder = facts.module.holder(scale)
    if holder is None or not isinstance(function, DEFINITIONS) or holder.node is not function:
        return facts.doubt(scale, "{} is a variable of the code around it", scale)
    if in_test(facts, scale) or loop_around(facts, scale) is not None:
        return facts.doubt(scale, "a next turn may take {}", scale)
    for read in facts.module.reads(holder, scale.id):
        if not _only_looks(facts, read):
            return facts.doubt(scale, "{} is handed on", scale, at=read)
    return LostScale(scale, function.name)


def _only_looks(facts: Facts, read: ast.Name) -> bool:
    """Whether a read of a scale keeps nothing of it: a test, its number, or the next gradient."""
    around = facts.module.parent[read]
    if isinstance(around, ast.Attribute):
        taker = facts.module.parent[around]
        kept = isinstance(taker, (ast.Call, ast.keyword)) and around.attr != _MAKER
        return around.attr in (_MAKER, "scale") and not kept
    if isinstance(around, (ast.If, ast.IfExp, ast.While)):
        return around.test is read
    return isinstance(around, (ast.UnaryOp, ast.Compare))
