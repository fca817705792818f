"""Calls of a compiled step that its name alone does not lead to: of a method, on the objects of its
class, and of what a function returns that only makes the step."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls
from jaxopt_lint.semantics.python.scopes import DEFINITIONS


def indirect_calls(facts: Facts, wrap: Wrap) -> list[ast.Call]:
    """Those that the file shows; there may be more."""
    return _of_objects(facts, wrap) if wrap.decorator else _of_results(facts, wrap)


def _of_objects(facts: Facts, wrap: Wrap) -> list[ast.Call]:
    """The calls of a method, on variables that start as objects of its class."""
    module, function = facts.module, wrap.function
    owner = module.class_of(function) if isinstance(function, DEFINITIONS) else None
    if owner is None or not isinstance(function, DEFINITIONS):
        return []
    found = []
    for node in module.all(ast.Attribute):
        call = module.parent[node]
        if node.attr != function.name or not isinstance(node.value, ast.Name):
            continue
        if isinstance(call, ast.Call) and call.func is node:
            made = [b.value for b in facts.names.binding(node.value)]
            if any(isinstance(m, ast.Call) and _is(facts, m.func, owner) for m in made):
                found.append(call)
    return found


def _is(facts: Facts, made: ast.expr, owner: ast.ClassDef) -> bool:
    binding = facts.names.only_binding(made)
    return binding is not None and binding.node is owner


def _of_results(facts: Facts, wrap: Wrap) -> list[ast.Call]:
    """The calls of what the function around a step returns: `step = make_step(tx)`."""
    module = facts.module
    around = module.function(wrap.site)
    if not isinstance(module.parent[wrap.site], ast.Return) or around is None:
        return []
    found = []
    for made in calls(facts).callers(around):
        store = module.stored_by(made)
        target = store.targets[0] if store is not None and len(store.targets) == 1 else None
        if not isinstance(target, ast.Name):
            continue
        home = module.scope[target].holder(target.id)
        if home is not None and len(home.bindings[target.id]) == 1:
            for node in module.reads(home, target.id):
                call = module.parent[node]
                if isinstance(call, ast.Call) and call.func is node:
                    found.append(call)
    return found


def receivers(facts: Facts, call: ast.Call, wrap: Wrap) -> int:
    """How many parameters of a jitted method the object stands for that a call names before it."""
    callee = calls(facts).callee(call.func)
    if callee is None:
        function = wrap.function
        method = function is not None and facts.module.class_of(function) is not None
        return max(int(method) - wrap.bound, 0)
    return max(callee.bound - wrap.bound, 0)
