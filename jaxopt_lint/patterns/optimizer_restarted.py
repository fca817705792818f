"""Optimizers whose state is made anew before each step that they take."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.optimizers import keeps_moments
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test, looped_call
from jaxopt_lint.semantics.python import own_nodes


@dataclass(frozen=True, slots=True)
class Restarted:
    """A state of an optimizer that lives for one step.

    Attributes:
        node: the call that makes the state.
        optimizer: the optimizer, as the file says it.
        update: the one step that is taken with it.
        why: what makes it again for the next step.
    """

    node: ast.Call
    optimizer: str
    update: ast.Call
    why: str


def restarted_optimizers(facts: Facts) -> Iterator[Restarted]:
    """The states of optimizers with moments in a file that are made anew for each step."""
    for call in facts.module.all(ast.Call):
        match call:
            case ast.Call(ast.Attribute(optimizer, "init"), [_], []):
                pass
            case _:
                continue
        stored = facts.module.stored_by(call)
        target = stored.targets[0] if stored is not None else None
        if not isinstance(target, ast.Name) or in_test(facts, call):
            continue
        made = origins(facts, optimizer)
        if not made or not all(keeps_moments(facts, one) for one in made):
            continue
        update = _only_step(facts, target, optimizer)
        why = _again(facts, call, update) if update is not None else ""
        if update is not None and why:
            yield Restarted(call, facts.module.source(optimizer), update, why)


def _only_step(facts: Facts, state: ast.Name, optimizer: ast.expr) -> ast.Call | None:
    """The one call of `update` that is given a state, where nothing else reads it or its
    successor."""
    reads = facts.module.reads(facts.module.holder(state), state.id)
    call = facts.module.taker(reads[0]) if len(reads) == 1 else None
    match call:
        case ast.Call(ast.Attribute(same, "update"), [_, given, *_]):
            same_optimizer = ast.dump(same) == ast.dump(optimizer)
            after = _successor(facts, call)
            kept = after is not None and after.id != state.id and _is_read(facts, after)
            return call if same_optimizer and given is reads[0] and not kept else None
    return None


def _successor(facts: Facts, update: ast.Call) -> ast.Name | None:
    """The name that the new state is stored under: the second of what `update` gives."""
    match facts.module.parent[update]:
        case ast.Assign([ast.Tuple([_, ast.Name() as state])]):
            return state
    return None


def _is_read(facts: Facts, name: ast.Name) -> bool:
    return bool(facts.module.reads(facts.module.holder(name), name.id))


def _again(facts: Facts, made: ast.Call, update: ast.Call) -> str:
    """What runs both calls, once each, again and again; "" where nothing is seen to."""
    module = facts.module
    home, loop = module.function(made), body_loop(facts, made)
    if module.function(update) is not home or body_loop(facts, update) is not loop:
        return ""
    if module.block_of(module.statement(made)) is not module.block_of(module.statement(update)):
        return ""
    if loop is not None:
        return f"the loop at {facts.at(loop)} makes it again in each turn"
    if home is None or isinstance(home, ast.Lambda):
        return ""
    if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own_nodes(home.body)):
        return ""
    looped = looped_call(facts, home)
    return f"`{home.name}` makes it again in each turn of the loop at {facts.at(looped[1])}" if (
        looped is not None
    ) else ""  # fmt: skip
