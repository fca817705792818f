"""Updates of optimizers of which the new state is lost, or taken for the steps."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.optax_chains import step_of
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.optimizers import keeps_moments
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test
from jaxopt_lint.semantics.python import DEFINITIONS, last_part


@dataclass(frozen=True, slots=True)
class StateLost:
    """An update whose new state does not go where it belongs.

    Attributes:
        node: the call of `update`.
        state: the name of the state that it takes.
        swapped: the new state and the steps are stored under each other's names.
        why: what takes the next step with the old state.
    """

    node: ast.Call
    state: str
    swapped: bool
    why: str


def lost_states(facts: Facts) -> Iterator[StateLost]:
    """The updates of a file whose new state is lost."""
    for update in facts.module.all(ast.Call):
        match update:
            case ast.Call(ast.Attribute(optimizer, "update"), [_, ast.Name(state), *_]):
                pass
            case _:
                continue
        made = origins(facts, optimizer)
        names = {facts.names.call(one) or "" for one in made}
        if not names or not all(name.startswith("optax.") for name in names):
            continue
        steps, new = step_of(facts, update)
        if isinstance(steps, ast.Name) and steps.id == state and last_part(new or update) != state:
            yield StateLost(update, state, True, "")
        elif isinstance(new, ast.Name) and all(keeps_moments(facts, one) for one in made):
            why = _old_again(facts, update, state, new)
            if why and not in_test(facts, update):
                yield StateLost(update, state, False, why)


def _old_again(facts: Facts, update: ast.Call, state: str, new: ast.Name) -> str:
    """What takes the next step with the state that this one was given; "" if nothing is known
    to."""
    module = facts.module
    holder = module.holder(new)
    if new.id == state or module.reads(holder, new.id):
        return ""
    given = update.args[1]
    bindings = facts.names.binding(given) if isinstance(given, ast.Name) else []
    if len(bindings) != 1:
        return ""
    loop, home = body_loop(facts, update), module.function(update)
    bound = bindings[0]
    if loop is not None and bound.kind != "param":
        inside = module.within(bound.node, loop)
        return "" if inside else f"every turn of the loop at {facts.at(loop)} takes the old one"
    if not isinstance(home, DEFINITIONS) or bound.kind != "param":
        return ""
    if loop is not None:
        return f"every turn of the loop at {facts.at(loop)} takes the old one"
    parts = [
        part
        for result in module.returns(home)
        for part in (result.value.elts if isinstance(result.value, ast.Tuple) else [result.value])
    ]
    if any(isinstance(part, ast.Name) and part.id == state for part in parts):
        return f"`{home.name}` hands the old one back"
    return ""
