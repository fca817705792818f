"""The functions that calls in a step lead to, besides those of its file that calls name outright:
methods of objects whose class is known, and functions of files that it imports."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls, fact
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up, method_of
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.python.scopes import DEFINITIONS, Definition


def method_reached(facts: Facts, func: ast.expr) -> Definition | None:
    """The method of a class of this file that a call runs on an object which the file makes, or
    whose class an annotation names."""
    if not isinstance(func, ast.Attribute):
        return None
    found = method_of(facts, func) or _of_annotated(facts, func)
    plain = found is not None and not found.decorator_list
    return found if plain and isinstance(found, ast.FunctionDef) else None


def _of_annotated(facts: Facts, func: ast.Attribute) -> Definition | None:
    binding = facts.names.only_binding(func.value)
    note = binding.node if binding is not None and binding.kind == "param" else None
    said = getattr(note, "annotation", None)
    owner = class_made(facts, said) if said is not None else None
    return look_up(facts, owner, func.attr) if owner is not None else None


def function_abroad(facts: Facts, func: ast.expr) -> tuple[Facts, Definition] | None:
    """The plain function of another file of the project that a call runs, with the facts of that
    file."""
    callee = calls(facts).callee(func)
    if callee is None or not callee.dotted or callee.wraps or callee.bound or callee.bound_names:
        return None
    return definition_abroad(facts, callee.dotted)


def definition_abroad(facts: Facts, dotted: str) -> tuple[Facts, Definition] | None:
    """The plain function of another file that a dotted name stands for, with the facts of that."""
    module, name = facts.project.home(dotted)
    there = elsewhere(facts, module) if module in facts.project.near(facts.module.name) else None
    bindings = there.module.top.bindings.get(name, []) if there is not None else []
    node = bindings[0].node if len(bindings) == 1 else None
    if there is None or not isinstance(node, DEFINITIONS) or node.decorator_list:
        return None
    return there, node


def method_by_name(facts: Facts, call: ast.Call) -> tuple[Facts, Definition] | None:
    """The method that a call runs on an object of which nothing is known, where one class alone of
    those that the file defines, or imports from the project, has one of that name; with the facts
    of its file. What drops the result runs something else: a dictionary's `update`."""
    func = call.func
    if not isinstance(func, ast.Attribute) or facts.names.of(func) is not None:
        return None
    if isinstance(facts.module.parent[call], ast.Expr) or calls(facts).callee(func) is not None:
        return None
    found = _methods_in_reach(facts).get(func.attr, ())
    return found[0] if len(found) == 1 else None


@fact
def _methods_in_reach(facts: Facts) -> dict[str, list[tuple[Facts, Definition]]]:
    """The methods of the classes of a file, and of those that it imports from the project, by
    their names."""
    classes = [(facts, node) for node in facts.module.all(ast.ClassDef)]
    near = facts.project.near(facts.module.name)
    for bindings in facts.module.top.bindings.values():
        for binding in bindings:
            if binding.kind != "import":
                continue
            module, name = facts.project.home(binding.target)
            there = elsewhere(facts, module) if module in near else None
            if there is not None:
                held = there.module.top.bindings.get(name, [])
                classes += [(there, b.node) for b in held if isinstance(b.node, ast.ClassDef)]
    out: dict[str, list[tuple[Facts, Definition]]] = {}
    for home, owner in classes:
        for method in owner.body:
            if isinstance(method, DEFINITIONS):
                out.setdefault(method.name, []).append((home, method))
    return out
