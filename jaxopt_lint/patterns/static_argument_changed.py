"""Objects that are static arguments, and change between the calls of what was compiled for them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.receiver_changed import stale_receiver
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, tracing
from jaxopt_lint.semantics.jax.effects.objects import class_made
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import LOOPS, FunctionNode, assigned_names


@dataclass(frozen=True, slots=True)
class Changed:
    """An attribute that is stored in a static argument after the call that compiled it in.

    Attributes:
        node: the attribute that is stored.
        call: a call that is given the object before, and comes to pass again afterwards.
        parameter: the static parameter that the object is given to.
        why: what makes it static.
        reader: where the compiled function reads the attribute of that parameter; None where code
            behind it is taken to.
    """

    node: ast.Attribute
    call: ast.Call
    parameter: str
    why: str
    reader: ast.AST | None


def changed_statics(facts: Facts) -> Iterator[Changed]:
    """The stores of a file into objects that are static arguments, one for each attribute."""
    seen = set()
    for store in facts.module.all(ast.Attribute):
        owner = store.value
        if not isinstance(store.ctx, ast.Store) or not isinstance(owner, ast.Name):
            continue
        key = (facts.module.function(store), owner.id, store.attr)
        if key in seen or facts.module.is_self(owner) or in_test(facts, store):
            continue
        found = _changed(facts, store, owner)
        if found is not None:
            seen.add(key)
            yield found


def _changed(facts: Facts, store: ast.Attribute, owner: ast.Name) -> Changed | None:
    module = facts.module
    for read in module.reads(module.holder(owner), owner.id):
        call = module.taker(read)
        if not isinstance(call, ast.Call) or module.function(call) is not module.function(store):
            continue
        wrap = tracing(facts).jitted(call.func)
        if wrap is None or wrap.function is None or not _again(facts, store, call, owner.id):
            continue
        given = tracing(facts).static_arguments(call, wrap)
        name = next((name for name, value in given if value is read), "")
        if not name:
            continue
        if _by_value(facts, owner):
            return facts.doubt(store, "{} may be compared by what it holds", owner)
        reader = next(
            (
                node
                for node in module.inside(ast.Attribute, wrap.function)
                if node.attr == store.attr
                and isinstance(node.value, ast.Name)
                and node.value.id == name
            ),
            None,
        )
        if reader is None and not _is_run(facts, wrap.function, name):
            return facts.doubt(store, "compiled code is not seen to read {}", store)
        why = f"{tracing(facts).verb(wrap)} at {facts.at(wrap.site)}"
        return Changed(store, call, name, why, reader)
    stale = stale_receiver(facts, store, owner)
    return Changed(store, *stale) if stale is not None else None


def _again(facts: Facts, store: ast.Attribute, call: ast.Call, name: str) -> bool:
    """Whether a call comes to pass before a store and, with the same object, after it: both are in
    one loop that gives the name no other object."""
    loops = [a for a in facts.module.ancestors(store) if isinstance(a, LOOPS)]
    around = [a for a in facts.module.ancestors(call) if a in loops]
    return bool(around) and name not in assigned_names(around[0])


def _by_value(facts: Facts, owner: ast.Name) -> bool:
    """Whether an object is of a class that says itself how it is compared, or may."""
    for made in origins(facts, owner):
        kind = class_made(facts, made.func) if isinstance(made, ast.Call) else None
        if kind is None:
            continue
        defined = {s.name for s in kind.body if isinstance(s, ast.FunctionDef)}
        if kind.decorator_list or defined & {"__hash__", "__eq__"}:
            return True
    return False


def _is_run(facts: Facts, function: FunctionNode, name: str) -> bool:
    """Whether a function calls one of its parameters, itself or by a transform: what hangs on a
    function is there for its body to read."""
    for call in facts.module.inside(ast.Call, function):
        transform = TRANSFORMS.get(facts.names.call(call) or "")
        run = calls(facts).function_argument(call, transform) if transform else call.func
        if isinstance(run, ast.Name) and run.id == name:
            return True
    return False
