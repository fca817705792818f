"""What stands against tracing a function once, where each run of a loop or function traces it anew:
what it reads while it is traced, and what it does then, followed through calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.codemod import Precondition
from jaxopt_lint.patterns.fresh_jits import FreshJit
from jaxopt_lint.patterns.hoisted_parts import Moved
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.captures import captured, changes
from jaxopt_lint.semantics.jax.effects.effect import Effect, lasting
from jaxopt_lint.semantics.jax.effects.steady import read_of
from jaxopt_lint.semantics.jax.effects.walk import callable_effects, effects
from jaxopt_lint.semantics.python import Module
from jaxopt_lint.semantics.python.nodes import LOOPS
from jaxopt_lint.semantics.python.scopes import DEFINITIONS
from jaxopt_lint.semantics.python.signatures import positional

STEADY, PURE = (
    Precondition(
        "reads-nothing-that-changes",
        "Everything that the function reads while it is traced, itself or in what it calls, "
        "is the same each time.",
    ),
    Precondition(
        "tracing-has-no-effect",
        "Tracing the function stores nothing outside of it, draws nothing from a generator and "
        "prints nothing, itself or in what it calls.",
    ),
)
# A precondition that does not hold where it is seen, and is not proven elsewhere; and why.
Objection = tuple[Precondition, str, bool]


def objections(facts: Facts, found: FreshJit, moved: Moved, region: ast.AST) -> Iterator[Objection]:
    """Why what a trace reads and does may not be the same each time that the region runs."""
    module = facts.module
    for part in moved.nodes:
        for read, holder in captured(module, part):
            around = module.parent[read]
            if holder is module.top and not isinstance(around, ast.Attribute):
                if isinstance(around, ast.Call) and around.func is read:
                    continue
                changed = read_of(facts, read, read, holder)
                if changed is not None and read.id not in moved.passed:
                    yield STEADY, f"it reads `{read.id}`{changed[1]}", False
    argument, function = found.wrap.argument, found.wrap.function
    if found.wrap.decorator and function is not None:
        traced = effects(facts, function)
    elif argument is not None:
        traced = callable_effects(facts, argument)
    else:
        yield PURE, "what is compiled is not seen here", False
        return
    for effect in lasting(traced):
        yield PURE, f"{effect.why} at each trace, and would once", True
    for effect in traced:
        if effect.kind == "unknown":
            yield PURE, effect.why, False
        elif effect.kind == "reads":
            assert effect.name is not None
            if effect.name.id not in moved.passed:
                yield from _read(facts, effect, region)


def _read(facts: Facts, read: Effect, region: ast.AST) -> Iterator[Objection]:
    assert read.name is not None and read.holder is not None
    changed: bool | None
    if read.holder is facts.module.top:
        changed, effect = read.certain or None, ""
    elif _is_receiver(facts.module, read.holder.node, read.name.id):
        changed, effect = _stored(facts, read, region) or None, ", which an iteration changes"
    else:
        changed = changes(facts, read.name, read.holder, region)
        effect = ", which is another value in the next iteration"
    if changed:
        yield STEADY, f"{read.why}{effect}", True
    if changed is None:
        yield STEADY, read.why, False


def _is_receiver(module: Module, function: ast.AST, name: str) -> bool:
    method = isinstance(function, DEFINITIONS) and module.class_of(function)
    return bool(method) and positional(function)[:1] == [name]  # type: ignore[arg-type]


def _stored(facts: Facts, read: Effect, region: ast.AST) -> bool:
    """Whether an iteration stores the attribute of an object that a method reads."""
    if not isinstance(read.node, ast.Attribute) or not isinstance(region, LOOPS):
        return False
    turn = [*facts.module.inside(ast.Attribute, *region.body)]
    turn += [
        e.node for e in effects(facts, *region.body)
        if e.kind == "writes" and isinstance(e.node, ast.Attribute)
    ]  # fmt: skip
    return any(n.attr == read.node.attr and not isinstance(n.ctx, ast.Load) for n in turn)
