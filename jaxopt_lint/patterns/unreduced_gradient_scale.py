"""Gradients that `shard_map` has summed over the devices already, and that are reduced again.

With `check_vma` on, the gradient of an argument that every device holds whole is summed over the
devices as soon as the loss differs between them. A `pmean` after it changes nothing, a `psum`
multiplies by the number of devices.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.api.sharding import COLLECTIVES, SPECS
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, fact, tracing, values
from jaxopt_lint.semantics.python import PATH, FunctionNode, first_of, is_name, positional, root_of
from jaxopt_lint.semantics.subjects.devices.axes import asked
from jaxopt_lint.semantics.subjects.devices.meshes import axes_of_spec
from jaxopt_lint.semantics.subjects.differentiation.gradients import (
    Gradient,
    differentiated,
    gradients,
)

CHECKED = {
    "jax.shard_map": "check_vma",
    "jax.experimental.shard_map.shard_map": "check_rep",
}
_REDUCTIONS = frozenset({"jax.lax.pmean", "jax.lax.psum"})
_MEANS = frozenset({"jax.numpy.mean", "jax.numpy.average", "jax.numpy.nanmean"})
_KNOWN = ("jax.", "optax.", "numpy.", "math.")


@dataclass(frozen=True, slots=True)
class Rescaled:
    """A second reduction of a gradient.

    Attributes:
        node: the reduction.
        parameter: the argument whose gradient it is, as it is written.
        axis: the axis it reduces over.
        options: the call that holds the options of the `shard_map`.
        mean: the loss is seen to be a mean over the rows of one device.
        closed: everything that the loss calls is seen, and it reduces over no axis.
    """

    node: ast.Call
    parameter: str
    axis: str
    options: ast.Call
    mean: bool
    closed: bool


@fact
def rescaled(facts: Facts) -> dict[ast.Call, Rescaled]:
    """The reductions of gradients that are summed already, by call."""
    wraps = tracing(facts).wraps if facts.module.mentions("shard_map") else ()
    maps = (w for w in wraps if w.name in CHECKED and not w.inner)
    bodies = ((w, w.function) for w in maps if w.function is not None)
    found = (one for wrap, function in bodies for one in _in_body(facts, wrap, function))
    return first_of((one.node, one) for one in found)


def _in_body(facts: Facts, wrap: Wrap, function: FunctionNode) -> Iterator[Rescaled]:
    call = wrap.options
    if call is None or any(k.arg is None for k in call.keywords):
        return
    check = wrap.keyword("check_vma", "check_rep")
    if check is not None and not (isinstance(check, ast.Constant) and check.value is True):
        return
    whole, split = _layout(facts, wrap, function)
    if not whole or not split:
        return
    for gradient in gradients(facts):
        if facts.module.function(gradient.call) is not function:
            continue
        of = _differentiated(facts, gradient)
        if of is None or _parameter(facts, of) not in whole:
            continue
        axes = _differs(facts, gradient, split)
        closed = _reduces_nothing(facts, gradient.node, set())
        if not axes or closed is False:
            continue
        for reduction in _reductions(facts, gradient):
            names = asked(facts, reduction) or ()
            axis = next((n for n in names if n in axes), None)
            if axis is not None:
                yield Rescaled(
                    reduction, facts.module.source(of), axis, call,
                    _is_mean(facts, gradient.node), bool(closed),
                )  # fmt: skip


def _layout(
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
        elif _is_whole(facts, spec):
            whole.add(name)
    return whole, split


def _is_whole(facts: Facts, spec: ast.expr | None) -> bool:
    """`P()`, through a name, or one such for every leaf of a tree."""
    spec = facts.names.behind(spec)
    if not isinstance(spec, ast.Call):
        return False
    name = facts.names.call(spec)
    if name in SPECS:
        return not spec.keywords and all(ast.unparse(a) == "None" for a in spec.args)
    if name in LEAF_MAPS and spec.args and isinstance(spec.args[0], ast.Lambda):
        return _is_whole(facts, spec.args[0].body)
    return False


def _differentiated(facts: Facts, gradient: Gradient) -> ast.expr | None:
    """The argument that a gradient is taken of."""
    if any(isinstance(a, ast.Starred) for a in gradient.call.args):
        return None
    return differentiated(facts, gradient)


def _parameter(facts: Facts, node: ast.expr) -> str | None:
    """The parameter that an expression is, or is a part of."""
    node = root_of(node, PATH)
    if not isinstance(node, ast.Name):
        return None
    bindings = facts.names.binding(node)
    return node.id if len(bindings) == 1 and bindings[0].kind == "param" else None


def _differs(facts: Facts, gradient: Gradient, split: dict[str, set[str]]) -> set[str]:
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


def _reduces_nothing(
    facts: Facts, function: FunctionNode | None, seen: set[ast.AST]
) -> bool | None:
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
            inner = _reduces_nothing(facts, callee.node, seen)
            if inner is False:
                return False
            answer = answer and inner
        elif not isinstance(node.func, ast.Attribute) or name is not None:
            builtin = isinstance(node.func, ast.Name) and not facts.names.binding(node.func)
            answer = answer if builtin else None
        elif not values(facts).traced(node.func.value):
            answer = None
    return answer


def _is_mean(facts: Facts, function: FunctionNode | None) -> bool:
    nodes = ast.walk(function) if function is not None else ()
    called = [node.func for node in nodes if isinstance(node, ast.Call)]
    methods = (func.attr for func in called if isinstance(func, ast.Attribute))
    return "mean" in methods or any(facts.names.of(func) in _MEANS for func in called)


def _reductions(facts: Facts, gradient: Gradient) -> Iterator[ast.Call]:
    """The collectives that a gradient goes through, where nothing happens to it before."""
    module = facts.module
    name, taken_by = _name_of(facts, gradient), facts.module.statement(gradient.call)
    bound = name is not None and all(
        b.kind in ("assign", "target")
        and (b.node is taken_by or _is_reduction_of(facts, b.node, name.id))
        for b in facts.names.binding(name)
    )
    held: Sequence[ast.expr] = ()
    if bound and name is not None:
        held = module.held(module.scope[name].holder(name.id), name.id)
    for call in module.all(ast.Call):
        inner = _reduction(facts, call)
        if inner is not None:
            parts, collective = inner
            yield from (collective for part in parts if part is gradient.call or part in held)


def _reduction(facts: Facts, call: ast.Call) -> tuple[list[ast.expr], ast.Call] | None:
    """What a reduction reduces and the collective that does it, through `jax.tree.map` or not."""
    name, of, by = facts.names.of(call.func), call.args[:1], call
    if name in LEAF_MAPS and len(call.args) == 2:
        of = []
        match call.args[0]:
            case ast.Lambda(_, ast.Call(func, [ast.Name(leaf), *_]) as body) as function:
                if facts.names.of(func) in _REDUCTIONS and positional(function) == [leaf]:
                    of, by = call.args[1:], body
    elif name not in _REDUCTIONS:
        return None
    if not of:
        return None
    return (of[0].elts if isinstance(of[0], (ast.Tuple, ast.List)) else of), by


def _name_of(facts: Facts, gradient: Gradient) -> ast.Name | None:
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


def _is_reduction_of(facts: Facts, statement: ast.AST, name: str) -> bool:
    match statement:
        case ast.Assign(_, ast.Call() as call):
            found = _reduction(facts, call)
            return found is not None and any(is_name(part, name) for part in found[0])
    return False
