"""What costs little though its operations are dispatched one by one: it is in a loop that is soon
over, or whose turns take far longer."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.eager import Eager
from jaxopt_lint.patterns.eager_bodies import EagerBody
from jaxopt_lint.patterns.eager_calls import EagerProgram
from jaxopt_lint.patterns.eager_forwards import EagerForward
from jaxopt_lint.patterns.eager_passes import EagerPass
from jaxopt_lint.patterns.eager_turns import warned
from jaxopt_lint.patterns.eager_updates import EagerUpdate
from jaxopt_lint.patterns.held_up import is_held_up
from jaxopt_lint.patterns.step_not_jitted import EagerStep
from jaxopt_lint.patterns.worth import (
    NETWORK,
    SOON,
    SOON_DONE,
    UPDATES,
    compared,
    rare_turns,
    soon_over,
    turns_in_all,
)
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.machine.asking import looped_work
from jaxopt_lint.semantics.subjects.memory.optimizer_calls import is_optimizer_update


def weighs_little(facts: Facts, found: Eager) -> bool:
    """Whether something that nothing compiles is not known to cost enough for a warning."""
    match found:
        case EagerStep():
            return found.handed or _soon_done(facts, found)
        case EagerForward():
            return not found.certain or _rare(facts, found.loop, NETWORK)
        case EagerProgram():
            if not (found.certain and found.large):
                return True
            # Where the loop is told as a whole, this is told already.
            return warned(facts, found.loop) or _rare(facts, found.loop)
        case EagerUpdate():
            soon = not found.certain or soon_over(facts, found.loop, UPDATES)
            return soon or is_held_up(facts, found.loop)
        case EagerPass():
            # To be compiled it would have to be written anew, for a gain that nobody knows.
            return bool(found.objects) or _rare(facts, found.loop)
    return isinstance(found, EagerBody)


def _rare(facts: Facts, loop: ast.AST, few: int = SOON) -> bool:
    """Whether the turns of a loop are few, or take far longer than what they dispatch."""
    return rare_turns(facts, loop, few) or is_held_up(facts, loop)


# A step that Python dispatches takes some hundredths of a second: so many are over in seconds.
FEW_STEPS = 300


def _soon_done(facts: Facts, step: EagerStep) -> bool:
    """Whether a loop of steps is there to be timed beside another one, or is known to be over
    after a few operations in all, as one that shows how a gradient descends."""
    if step.loop in compared(facts) or is_held_up(facts, step.loop):
        return True
    turns = turns_in_all(facts, step.loop)
    if turns is not None and turns < FEW_STEPS:
        return True
    if turns is None or step.unseen or not isinstance(step.loop, (ast.For, ast.While)):
        return False
    parts = (step.loop, *((step.function,) if step.function is not None else ()))
    made = facts.module.inside(ast.Call, *parts)
    work = looped_work(facts).get(step.loop)
    if work is None or work.compiled or any(is_optimizer_update(facts, c) for c in made):
        return False
    return turns * work.work < SOON_DONE
