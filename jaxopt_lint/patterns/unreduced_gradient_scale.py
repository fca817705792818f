"""Gradients that `shard_map` has summed over the devices already, and that are reduced again.

With `check_vma` on, the gradient of an argument that every device holds whole is summed over the
devices as soon as the loss differs between them. A `pmean` after it changes nothing, a `psum`
multiplies by the number of devices.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jaxopt_lint.patterns.sharded_gradients import (
    CHECKED,
    differs,
    layout,
    name_of,
    reduces_nothing,
)
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, fact, tracing
from jaxopt_lint.semantics.python import PATH, FunctionNode, first_of, is_name, positional, root_of
from jaxopt_lint.semantics.subjects.devices.axes import asked
from jaxopt_lint.semantics.subjects.differentiation.gradients import (
    Gradient,
    differentiated,
    gradients,
)

_REDUCTIONS = frozenset({"jax.lax.pmean", "jax.lax.psum"})
_MEANS = frozenset({"jax.numpy.mean", "jax.numpy.average", "jax.numpy.nanmean"})


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
    whole, split = layout(facts, wrap, function)
    if not whole or not split:
        return
    for gradient in gradients(facts):
        if facts.module.function(gradient.call) is not function:
            continue
        of = differentiated_in(facts, gradient)
        if of is None or parameter_of(facts, of) not in whole:
            continue
        axes = differs(facts, gradient, split)
        closed = reduces_nothing(facts, gradient.node, set())
        if not axes or closed is False:
            continue
        for reduction in reductions(facts, gradient):
            names = asked(facts, reduction) or ()
            axis = next((n for n in names if n in axes), None)
            if axis is not None:
                yield Rescaled(
                    reduction, facts.module.source(of), axis, call,
                    _is_mean(facts, gradient.node), bool(closed),
                )  # fmt: skip


def differentiated_in(facts: Facts, gradient: Gradient) -> ast.expr | None:
    """The argument that a gradient is taken of."""
    if any(isinstance(a, ast.Starred) for a in gradient.call.args):
        return None
    return differentiated(facts, gradient)


def parameter_of(facts: Facts, node: ast.expr) -> str | None:
    """The parameter that an expression is, or is a part of."""
    node = root_of(node, PATH)
    if not isinstance(node, ast.Name):
        return None
    bindings = facts.names.binding(node)
    return node.id if len(bindings) == 1 and bindings[0].kind == "param" else None


def _is_mean(facts: Facts, function: FunctionNode | None) -> bool:
    nodes = ast.walk(function) if function is not None else ()
    called = [node.func for node in nodes if isinstance(node, ast.Call)]
    methods = (func.attr for func in called if isinstance(func, ast.Attribute))
    return "mean" in methods or any(facts.names.of(func) in _MEANS for func in called)


def reductions(facts: Facts, gradient: Gradient) -> Iterator[ast.Call]:
    """The collectives that a gradient goes through, where nothing happens to it before."""
    module = facts.module
    name, taken_by = name_of(facts, gradient), facts.module.statement(gradient.call)
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


def _is_reduction_of(facts: Facts, statement: ast.AST, name: str) -> bool:
    match statement:
        case ast.Assign(_, ast.Call() as call):
            found = _reduction(facts, call)
            return found is not None and any(is_name(part, name) for part in found[0])
    return False
