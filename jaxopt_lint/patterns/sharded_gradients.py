"""Gradients on several devices: what each device holds, and where a gradient is stored."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.api.sharding import COLLECTIVES, SPECS
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, values
from jaxopt_lint.semantics.python import FunctionNode, positional
from jaxopt_lint.semantics.subjects.devices.meshes import axes_of_spec
from jaxopt_lint.semantics.subjects.differentiation.gradients import Gradient

CHECKED = {
    "jax.shard_map": "check_vma",
    "jax.experimental.shard_map.shard_map": "check_rep",
}
_KNOWN = ("jax.", "optax.", "numpy.", "math.")


def layout(
    facts: Facts, wrap: Wrap, function: FunctionNode
) -> tuple[set[str], dict[str, set[str]]]:
    """The parameters that each device holds whole, and those that are split, with the axes."""
    specs = wrap.keyword("in_specs")
    if specs is None and wrap.name.startswith("jax.experimental") and wrap.options is not None:
        specs = wrap.options.args[2] if len(wrap.options.args) > 2 else None
    specs = facts.names.behind(specs)
    if not isinstance(specs, (ast.Tuple, ast.List)):
        return set(), {}
    whole: set[str] = set()
    split: dict[str, set[str]] = {}
    parameters = [p for p in positional(function)[wrap.bound :] if p not in wrap.bound_names]
    for name, spec in zip(parameters, specs.elts, strict=False):
        if isinstance(spec, ast.Starred):
            break
        axes = {axis for _, axis in axes_of_spec(facts, spec)}
        if axes:
            split[name] = axes
        elif is_whole(facts, spec):
            whole.add(name)
    return whole, split


def is_whole(facts: Facts, spec: ast.expr | None) -> bool:
    """`P()`, through a name, or one such for every leaf of a tree."""
    spec = facts.names.behind(spec)
    if not isinstance(spec, ast.Call):
        return False
    name = facts.names.call(spec)
    if name in SPECS:
        return not spec.keywords and all(ast.unparse(a) == "None" for a in spec.args)
    if name in LEAF_MAPS and spec.args and isinstance(spec.args[0], ast.Lambda):
        return is_whole(facts, spec.args[0].body)
    return False


def differs(facts: Facts, gradient: Gradient, split: dict[str, set[str]]) -> set[str]:
    """The axes over which the loss differs between devices."""
    function = facts.module.function(gradient.call)
    given = [*gradient.call.args, *(k.value for k in gradient.call.keywords)]
    parts: list[ast.AST] = list(given)
    if gradient.node is not None and facts.module.function(gradient.node) is function:
        parts.append(gradient.node)  # a loss that sees the batch from around it
    elif isinstance(gradient.of, ast.Lambda):
        parts.append(gradient.of)
    axes: set[str] = set()
    for name in (n for n in facts.module.inside(ast.Name, *parts)):
        holder = facts.module.scope[name].holder(name.id) if name.id in split else None
        if holder is not None and holder.node is function and len(holder.bindings[name.id]) == 1:
            axes |= split[name.id]
    return axes


def reduces_nothing(facts: Facts, function: FunctionNode | None, seen: set[ast.AST]) -> bool | None:
    """Whether a loss reduces over no axis and casts nothing; None where that is not all seen."""
    if function is None:
        return None
    if function in seen:
        return True
    seen.add(function)
    answer: bool | None = True
    for node in facts.module.inside(ast.Call, function):
        name = facts.names.of(node.func)
        if name in COLLECTIVES:
            return False
        if name is not None and name.startswith(_KNOWN):
            continue
        callee = calls(facts).callee(node.func)
        if callee is not None and callee.node is not None:
            inner = reduces_nothing(facts, callee.node, seen)
            if inner is False:
                return False
            answer = answer and inner
        elif not isinstance(node.func, ast.Attribute) or name is not None:
            builtin = isinstance(node.func, ast.Name) and not facts.names.binding(node.func)
            answer = answer if builtin else None
        elif not values(facts).traced(node.func.value):
            answer = None
    return answer


def name_of(facts: Facts, gradient: Gradient) -> ast.Name | None:
    """The variable that a gradient is stored in."""
    statement = facts.module.statement(gradient.call)
    if not isinstance(statement, ast.Assign) or statement.value is not gradient.call:
        return None
    target = statement.targets[0]
    if gradient.with_value or gradient.has_aux:
        if not isinstance(target, (ast.Tuple, ast.List)) or len(target.elts) != 2:
            return None
        target = target.elts[1 if gradient.with_value else 0]
    return target if isinstance(target, ast.Name) else None
