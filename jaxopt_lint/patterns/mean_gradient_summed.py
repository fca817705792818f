"""Gradients of a mean over the rows of one device that are summed over all devices.

The mean over all rows is the mean of the devices' means: `psum` gives as many times that as there
are devices.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.sharded_gradients import CHECKED, differs, layout, reduces_nothing
from jaxopt_lint.patterns.unreduced_gradient_scale import (
    differentiated_in,
    parameter_of,
    reductions,
)
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.python import FunctionNode, argument
from jaxopt_lint.semantics.subjects.devices.axes import asked
from jaxopt_lint.semantics.subjects.differentiation.gradients import gradients

_DEPTH = 3  # functions that hand results on
_DIVIDING = ("jax.numpy.divide", "jax.numpy.true_divide", "jax.lax.div", "jax.numpy.reciprocal")


@dataclass(frozen=True, slots=True)
class SummedMean:
    """A sum over devices of gradients of means.

    Attributes:
        node: the `psum`.
        parameter: the argument whose gradient it is, as it is written.
        axis: the axis it sums over.
        options: the call that holds the options of the `shard_map`.
        mean: the mean that the loss gives.
    """

    node: ast.Call
    parameter: str
    axis: str
    options: ast.Call
    mean: ast.expr


def summed_means(facts: Facts) -> Iterator[SummedMean]:
    """The sums of a file over devices that gradients of means go through, where nothing checks
    what varies and nothing divides."""
    for wrap in tracing(facts).wraps if facts.module.mentions("shard_map") else ():
        unchecked = wrap.keyword("check_vma", "check_rep")
        off = isinstance(unchecked, ast.Constant) and unchecked.value is False
        if wrap.name in CHECKED and off and wrap.function is not None and not wrap.inner:
            yield from _in_body(facts, wrap, wrap.function)


def _in_body(facts: Facts, wrap: Wrap, function: FunctionNode) -> Iterator[SummedMean]:
    whole, split = layout(facts, wrap, function)
    if wrap.options is None or not whole or not split or _divides(facts, function):
        return
    for gradient in gradients(facts):
        if facts.module.function(gradient.call) is not function:
            continue
        of = differentiated_in(facts, gradient)
        mean = _mean(facts, gradient.node)
        if of is None or mean is None or parameter_of(facts, of) not in whole:
            continue
        axes = differs(facts, gradient, split)
        if not reduces_nothing(facts, gradient.node, set()):
            continue
        for reduction in reductions(facts, gradient):
            axis = next((n for n in asked(facts, reduction) or () if n in axes), None)
            if axis is not None and facts.names.of(reduction.func) == "jax.lax.psum":
                text = facts.module.source(of)
                yield SummedMean(reduction, text, axis, wrap.options, mean)


def _mean(facts: Facts, loss: FunctionNode | None) -> ast.expr | None:
    """The mean over all rows that is all that a loss gives; None where it gives something else."""
    results = facts.module.results(loss) if loss is not None else []
    made = facts.names.behind(results[0]) if len(results) == 1 else None
    match made:
        case ast.Call(ast.Attribute(_, "mean"), given) if not made.keywords:
            of_jax = facts.names.call(made) == "jax.numpy.mean"
            return made if len(given) == (1 if of_jax else 0) else None
        case ast.Call() if facts.names.call(made) == "jax.numpy.mean" and not made.keywords:
            return made if argument(made, 1, "axis") is None else None
    return None


def _divides(facts: Facts, function: FunctionNode) -> bool:
    """Whether a function, or one that gets its results, divides by anything or scales by a number
    that is made by dividing, which may be the number of devices; or it is not seen who does."""
    homes, pending = [function], [function]
    for _ in range(_DEPTH):
        sites = [call for one in pending for call in calls(facts).callers(one)]
        found = dict.fromkeys(facts.module.function(call) for call in sites)
        pending = [one for one in found if one is not None and one not in homes]
        homes += pending
        if not sites:
            break
    called = bool(calls(facts).callers(function))
    return not called or any(_is_division(facts, n) for home in homes for n in ast.walk(home))


def _is_division(facts: Facts, node: ast.AST) -> bool:
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        return isinstance(node.op, ast.Div)
    if isinstance(node, ast.Call):
        return facts.names.call(node) in _DIVIDING
    made = facts.names.value(node) if isinstance(node, ast.Name) else None
    return made is not None and any(isinstance(part, ast.Div) for part in ast.walk(made))
