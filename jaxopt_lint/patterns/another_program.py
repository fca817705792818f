"""Whether each turn of a loop, or each call of a function, compiles another program: what is
compiled there is made of, calls or asks something that only this turn or call has."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.another_shape import of_another_shape
from jaxopt_lint.patterns.bound_parts import looked_into
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls
from jaxopt_lint.semantics.jax.captures import captured, varying
from jaxopt_lint.semantics.jax.recurrence import looped_call
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode, arguments


def specialised(facts: Facts, wrap: Wrap, site: ast.AST, loop: ast.AST) -> bool:
    """Whether each iteration compiles another program, as far as can be seen."""
    if of_another_shape(facts, wrap, site, loop):
        return True
    if wrap.options is not None:
        values = [k.value for k in wrap.options.keywords if k.value is not wrap.argument]
        if any(varying(facts, value, loop) for value in values):
            return True
    made, own = _made_of(facts, wrap.argument, loop)
    if any(varying(facts, one, loop) - own for one in made):
        return True  # `partial(f, size)`, `vmap(layer)`: made for this iteration
    if not asked_of(facts, site).isdisjoint(varying(facts, site, loop)):
        return True
    return any(
        name.id in asked and isinstance(facts.names.value(name), ast.Call)
        for code in _made_within(facts, wrap, loop)
        for asked in [asked_of(facts, code) & varying(facts, code, loop)]
        for name, _ in captured(facts.module, code)
    )


def _made_of(
    facts: Facts, argument: ast.expr | None, loop: ast.AST
) -> tuple[list[ast.Call], set[str]]:
    """The calls that may have made what is compiled, through all that its name is bound to, as in
    `step = jax.vmap(make(config))` and `step = jax.pmap(step)` under a test; and the names of it
    that nothing but the loop binds."""
    pending, found, seen, own = [argument], list[ast.Call](), set[str](), set[str]()
    while pending:
        made = pending.pop()
        if isinstance(made, ast.Call):
            found.append(made)
        elif isinstance(made, ast.Name) and made.id not in seen:
            seen.add(made.id)
            bindings = facts.names.binding(made)
            pending += [b.value for b in bindings if b.kind == "assign"]
            if len(bindings) > 1 and all(facts.module.within(b.node, loop) for b in bindings):
                own.add(made.id)
    return found, own


def calls_another(facts: Facts, wrap: Wrap, loop: ast.AST) -> bool:
    """Whether what is compiled comes to call something that each iteration has another one of."""
    return any(
        not asked_of(facts, code).isdisjoint(varying(facts, code, loop))
        for code in _made_within(facts, wrap, loop)
    )


def _made_within(facts: Facts, wrap: Wrap, loop: ast.AST) -> list[ast.AST]:
    """The compiled function and those that it captures, as far as each iteration makes them: they
    may go through objects that it makes as well."""
    found: list[ast.AST] = []
    pending: list[ast.AST | None] = [wrap.function]
    while pending:
        code = pending.pop()
        if code is None or code in found or not facts.module.within(code, loop):
            continue
        found.append(code)
        for name, _ in captured(facts.module, code):
            bindings = facts.names.binding(name)
            pending += [b.node for b in bindings if isinstance(b.node, FUNCTIONS)]
    return found


def asked_of(facts: Facts, site: ast.AST) -> set[str]:
    """The captured names that are called, or of which an attribute is read: functions, objects."""
    found = set()
    for name, _ in captured(facts.module, site):
        around = facts.module.parent[name]
        if isinstance(around, ast.Attribute) or (
            isinstance(around, ast.Call) and around.func is name
        ):
            found.add(name.id)
    return found


def for_each_call(facts: Facts, site: ast.AST, region: FunctionNode) -> bool:
    """Whether a loop gives the region another function or object each time, which it compiles."""
    found = looped_call(facts, region)
    callee = calls(facts).callee(found[0].func) if found is not None else None
    if found is None or callee is None or callee.node is not region:
        return False
    asked = asked_of(facts, site) | looked_into(facts, site)
    given = [v for p, v in arguments(found[0], region, callee.bound) if p in asked]
    return any(varying(facts, value, found[1]) for value in given)
