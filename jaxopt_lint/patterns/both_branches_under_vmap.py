"""Conditions under `jax.vmap`, which run both of their branches for every element."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from jaxopt_lint.patterns.gradient_through_while import flows
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.usual import usual
from jaxopt_lint.semantics.python import (
    FunctionNode,
    all_names,
    argument,
    arguments,
    positional,
    stored_names,
)

_LOOPS = ("jax.lax.scan", "jax.lax.while_loop", "jax.lax.fori_loop", "jax.lax.map")
_DEPTH = 2
FEW = 32  # so many turns of a loop cost little, whoever runs them for nothing


@dataclass(frozen=True, slots=True)
class BothRun:
    """A condition that runs both ways.

    Attributes:
        node: what maps the function around the condition.
        condition: the call of `cond`.
        branch: the branch with a loop.
        few: all loops of the branches are known to have few turns.
    """

    node: ast.expr
    condition: ast.Call
    branch: ast.expr
    few: bool = False


def both_run(facts: Facts) -> Iterator[BothRun]:
    """The conditions of a file on what `jax.vmap` maps over, with a loop in a branch."""
    if "vmap" not in facts.module.text or ".cond" not in facts.module.text:
        return
    seen = set()
    for wrap in tracing(facts).wraps:
        if wrap.name != "jax.vmap" or wrap.function is None or wrap.bound:
            continue
        mapped = _mapped(facts, wrap)
        for call in facts.module.inside(ast.Call, wrap.function):
            if facts.names.call(call) != "jax.lax.cond" or call in seen:
                continue
            if facts.module.function(call) is not wrap.function:
                continue
            if not _decided(facts, wrap.function, argument(call, 0, "pred"), mapped):
                continue
            branches = argument(call, 1, "true_fun"), argument(call, 2, "false_fun")
            looping = [
                (branch, turns)
                for branch in branches
                if branch is not None and (turns := [*_loops(facts, branch, _DEPTH)])
            ]
            if looping:
                seen.add(call)
                costly = [branch for branch, turns in looping if not _are_few(turns)]
                yield BothRun(wrap.site, call, (costly or [looping[0][0]])[0], few=not costly)


def _are_few(turns: Iterable[int | None]) -> bool:
    """Whether the loops of a branch cost little, even where one stands in another."""
    known = [*turns]
    return None not in known and math.prod(one for one in known if one is not None) < FEW


def _mapped(facts: Facts, wrap: Wrap) -> set[str]:
    """The parameters that are mapped over."""
    names = positional(wrap.function) if wrap.function is not None else []
    axes = wrap.keyword("in_axes")
    if axes is None and wrap.options is not None and not wrap.decorator:
        axes = argument(wrap.options, 1, "in_axes")
    if axes is None or isinstance(axes, ast.Constant):
        return set(names) if not (isinstance(axes, ast.Constant) and axes.value is None) else set()
    if not isinstance(axes, ast.Tuple) or len(axes.elts) != len(names):
        return set()
    return {
        name
        for name, axis in zip(names, axes.elts, strict=True)
        if isinstance(axis, ast.Constant) and axis.value is not None
    }


def _decided(facts: Facts, function: FunctionNode, test: ast.expr | None, mapped: set[str]) -> bool:
    """Whether a test is made of what is mapped over."""
    known = set(mapped)
    for statement in facts.module.inside(ast.Assign, function):
        if _reads(facts, statement.value, known):
            known |= stored_names(*statement.targets)
    return test is not None and _reads(facts, test, known)


def _reads(facts: Facts, node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, ast.Compare):
        return any(flows(facts, side, names) for side in (node.left, *node.comparators))
    return flows(facts, node, names)


def _loops(
    facts: Facts, branch: ast.expr, depth: int, by: ast.Call | None = None
) -> Iterator[int | None]:
    """The numbers of turns of the loops that a branch runs; None for one that is not known.

    Args:
        by: the call that runs it, where it is a function that the branch calls.
    """
    found = calls(facts).callee(branch)
    body = found.node if found is not None else None
    given = dict(arguments(by, body, found.bound)) if by is not None and found is not None else {}
    for call in ast.walk(body) if body is not None else ():
        if not isinstance(call, ast.Call):
            continue
        if facts.names.call(call) in _LOOPS:
            yield _turns(facts, call, given)
        elif depth and isinstance(call.func, ast.Name):
            yield from _loops(facts, call.func, depth - 1, call)


def _turns(facts: Facts, loop: ast.Call, given: Mapping[str, ast.expr]) -> int | None:
    """How many turns a loop has, where that is known."""
    match facts.names.call(loop):
        case "jax.lax.fori_loop":
            ends = argument(loop, 0, "lower"), argument(loop, 1, "upper")
        case "jax.lax.scan":
            ends = ast.Constant(0), argument(loop, 3, "length")
        case _:
            return None
    lower, upper = (given.get(e.id, e) if isinstance(e, ast.Name) else e for e in ends)
    if lower is None or upper is None:
        return None
    known = usual(facts, lower), usual(facts, upper)
    if known[0] is not None and known[1] is not None:
        return int(known[1].number - known[0].number)
    return _apart(lower, upper)


def _apart(lower: ast.expr, upper: ast.expr) -> int | None:
    """How far apart two bounds are whatever their names stand for: `9 * i` and `9 * (i + 1)`."""
    names = sorted(all_names(lower, upper))
    found = set()
    for start in (2, 101, 5003):
        values = {name: start + 7 * number for number, name in enumerate(names)}
        ends = _worked_out(lower, values), _worked_out(upper, values)
        found.add(ends[1] - ends[0] if ends[0] is not None and ends[1] is not None else None)
    return found.pop() if len(found) == 1 else None


def _worked_out(node: ast.expr, values: Mapping[str, int]) -> int | None:
    """A sum or product of numbers and names."""
    match node:
        case ast.Constant(int() as value):
            return value
        case ast.Name(name):
            return values.get(name)
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult() as operator, right):
            a, b = _worked_out(left, values), _worked_out(right, values)
            if a is None or b is None:
                return None
            product = isinstance(operator, ast.Mult)
            return a * b if product else a + b if isinstance(operator, ast.Add) else a - b
    return None
