"""Which loops are there on purpose, and which may be, going by names and comments around them."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.python import FUNCTIONS, Module, assigned_names

_ROLLED = ("scan", "map", "fori_loop", "while_loop", "associative_scan")
_ONE_OPERATION = (*_ROLLED, "vmap")


def on_purpose(facts: Facts, node: ast.AST) -> str:
    """Why a loop is there on purpose: it is for a kernel, or one of two ways; "" if neither."""
    if any(name.startswith("jax.experimental.pallas") for name in mentioned(facts)):
        return "the file imports Pallas, whose kernels are unrolled"
    for child, around in facts.module.way_out(node):
        if isinstance(around, FUNCTIONS):
            break
        if isinstance(around, (ast.If, ast.IfExp)) and child is not around.test:
            arms = (around.body, around.orelse)
            ways = [arm if isinstance(arm, list) else [arm] for arm in arms]
            other = next(way for way in ways if child not in way)
            chosen = _to_one_end(*ways) and _stages(facts, other, _ONE_OPERATION)
            if chosen or (isinstance(around, ast.If) and _left_early(facts, around)):
                return f"the test on line {around.lineno} chooses between it and a faster version"
    return ""


def _to_one_end(one: Sequence[ast.AST], other: Sequence[ast.AST]) -> bool:
    """Whether two arms of a test give the same: a value, a name that both set, or a result."""
    if any(isinstance(arm[0], ast.expr) for arm in (one, other) if arm):
        return True
    leave = all(isinstance(arm[-1], ast.Return) for arm in (one, other) if arm)
    return bool(one and other) and (leave or bool(assigned_names(*one) & assigned_names(*other)))


def _left_early(facts: Facts, test: ast.If) -> bool:
    """Whether a test ends the function, and what stands behind it rolls the loop up:
    `if in_steps: ...; return x`, and then a scan."""
    block = facts.module.block_of(test)
    behind = block[block.index(test) + 1 :]
    ends = not test.orelse and _to_one_end(test.body, behind) and bool(behind)
    return ends and isinstance(behind[-1], ast.Return) and _stages(facts, behind, _ROLLED)


def rolled_in_front(facts: Facts, node: ast.AST) -> bool:
    """Whether a test in front of a loop ends its function by another way, which rolls a loop up:
    `if not in_steps: ...; return x` behind a scan, and then the loop."""
    for child, around in facts.module.way_out(node):
        if isinstance(child, ast.stmt):
            for test in facts.module.before(child):
                if isinstance(test, ast.If) and not test.orelse:
                    if isinstance(test.body[-1], ast.Return) and _stages(facts, test.body, _ROLLED):
                        return True
        if isinstance(around, FUNCTIONS):
            break
    return False


def _stages(facts: Facts, code: Sequence[ast.AST], kinds: Sequence[str]) -> bool:
    """Whether code runs a loop as one operation, itself or in a function that it calls."""
    inside = list(facts.module.inside(ast.Call, *code))
    below = (calls(facts).function(call) for call in inside)
    inside += [n for f in below if f is not None for n in facts.module.inside(ast.Call, f)]
    names = (facts.names.call(call) for call in inside)
    return any(n in TRANSFORMS and TRANSFORMS[n].kind in kinds for n in names if n)


def provisos(facts: Facts, node: ast.AST) -> Iterator[str]:
    """What is assumed of a loop although a name, a test or a comment at it says otherwise."""
    module = facts.module
    for around in module.ancestors(node):
        if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = around.name
            if words.ON_PURPOSE.says(name):
                yield f"`{name}` is no test and not the slow way on purpose, whatever its name says"
            for other in _siblings(facts, name):
                yield f"`{other}` is no faster version of `{name}`, whatever its name says"
        elif isinstance(around, (ast.If, ast.IfExp)):
            if words.STAGING_SWITCH.says(ast.unparse(around.test)):
                yield f"the test on line {around.lineno} does not choose between loop and operation"
    if _said_so(module, node):
        yield "the comment beside it gives no reason for the loop"


def _siblings(facts: Facts, name: str) -> Iterator[str]:
    names = _top_names(facts)
    for other in names[bisect_left(names, name) :]:
        if not other.startswith(name):
            return
        if words.FASTER_SIBLING.says(other[len(name) :]):
            yield other


@fact
def _top_names(facts: Facts) -> list[str]:
    """The names at the top of a file in order, so that those with one beginning are neighbours."""
    return sorted(facts.module.top.bindings)


def _said_so(module: Module, node: ast.AST) -> bool:
    """Whether a comment at the loop says that it is a Python loop for a reason."""
    first = getattr(node, "lineno", 1)
    rows = module.lines[max(0, first - 5) : first + 1]
    text = " ".join(r.partition("#")[2] for r in rows if "#" in r).lower()
    return words.REASON_FOR_LOOP.says(text)
