"""Two draws from one key of which each element of a result uses one at the most: they stand in
different arms of selects, or are multiplied by masks that exclude each other, or by 0.

Each draw is followed forward to where it leaves the expressions that are understood: what it is
returned by, stored in, or handed to. A way there collects what has to hold for the draw to matter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.key_state import alternatives
from jaxopt_lint.patterns.masks import Formula, condition, denied, exclude, mask
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python import FUNCTIONS, LOOPS

_Said = tuple[Formula, ...]
_MOST = 60  # places that one draw is followed to


def apart_by_element(facts: Facts, one: ast.Call, other: ast.Call) -> bool:
    """Whether no element of anything is made of both of two draws of a function."""
    if facts.module.function(one) is not facts.module.function(other):
        return False
    first, second = _ways(facts, one), _ways(facts, other)
    if first is None or second is None:
        return False
    return all(exclude(a, b) for a in first for b in second)


def _ways(facts: Facts, draw: ast.expr) -> set[_Said] | None:
    """What has to hold for a draw to matter, for each way that it takes out of its function; none
    where it never does, and None where there are too many ways."""
    out: set[_Said] = set()
    seen: set[tuple[ast.AST, _Said]] = set()
    work: list[tuple[ast.expr, _Said]] = [(draw, ())]
    while work:
        now = work.pop()
        if now in seen:
            continue
        seen.add(now)
        if len(seen) > _MOST:
            return None
        end, said = _climbed(facts, *now)
        if said is None:
            continue  # multiplied by 0
        names = _stored(end)
        if names is None:
            out.add(said)
        for name in names or ():
            for read in _reads(facts, end, name):
                if read is None:
                    out.add(said)
                else:
                    work.append((read, said))
    return out


def _climbed(facts: Facts, node: ast.expr, said: _Said) -> tuple[ast.AST, _Said | None]:
    """The statement that a value comes to, with what has to hold for it to; another node where it
    goes into something else."""
    for inner, around in facts.module.way_out(node):
        choice = alternatives(facts, around) if isinstance(around, (ast.Call, ast.IfExp)) else None
        match around:
            case ast.stmt():
                return (around, said) if inner is getattr(around, "value", None) else (inner, said)
            case _ if choice is not None:
                value = inner.value if isinstance(inner, ast.keyword) else inner
                test, arms = choice
                if value is test or len(arms) != 2 or value not in arms:
                    return inner, said
                holds = condition(facts, test, around)
                said = (*said, holds if value is arms[0] else denied(holds))
                if (facts.names.call(around) or "").startswith("jax.lax.select"):
                    said = (*said[:-1], _selected(facts, around, said[-1]))
            case ast.BinOp(left, ast.Mult() | ast.BitAnd(), right):
                factor = right if inner is left else left
                if isinstance(factor, ast.Constant) and factor.value == 0:
                    return inner, None
                holds_there = mask(facts, factor)
                said = said if holds_there is None else (*said, holds_there)
            case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.keyword():
                pass
            case ast.Attribute() if isinstance(facts.module.parent[around], ast.Call):
                pass  # a method of the array
            case ast.Call(func) if inner is func:
                pass
            case ast.Call() if (facts.names.call(around) or "").startswith("jax."):
                pass
            case ast.Subscript(value) if value is inner:
                pass
            case ast.List() | ast.Tuple() if isinstance(facts.module.parent[around], ast.Call):
                pass
            case _:
                return inner, said
    return node, said


def _selected(facts: Facts, call: ast.AST, holds: Formula) -> Formula:
    """`select_n(which, first, second)` takes its first array where `which` does not hold."""
    return denied(holds) if facts.names.call(call) == "jax.lax.select_n" else holds


def _stored(end: ast.AST) -> list[ast.Name] | None:
    """The names that a statement gives a value; None where it goes elsewhere."""
    match end:
        case ast.Assign(targets) if all(isinstance(t, ast.Name) for t in targets):
            return [t for t in targets if isinstance(t, ast.Name)]
        case ast.AnnAssign(ast.Name() as target) | ast.AugAssign(
            ast.Name() as target, ast.Add() | ast.Sub()
        ):
            return [target]
    return None


def _reads(facts: Facts, stored: ast.AST, name: ast.Name) -> Iterator[ast.Name | None]:
    """The reads that may see what a statement stores; None for one of another function, or of a
    later turn of a loop."""
    module = facts.module
    here = module.function(stored)
    last = stored.end_lineno or stored.lineno  # type: ignore[attr-defined]
    held = module.held(module.scope[name].holder(name.id), name.id)
    around = [a for a in (stored, *module.ancestors(stored)) if isinstance(a, ast.stmt)]
    behind = {one for a in around if not isinstance(a, FUNCTIONS) for one in module.behind(a)}
    stores = [module.statement(n) for n in held if isinstance(n.ctx, ast.Store)]
    plain = [s for s in stores if s in behind and not isinstance(s, ast.AugAssign)]
    ends = min((s.lineno for s in plain), default=float("inf"))
    loops = [a for a in around if isinstance(a, LOOPS)]
    for node in held:
        if not isinstance(node.ctx, ast.Load):
            continue
        if module.function(node) is not here:
            yield None
        elif last < node.lineno and module.statement(node).lineno <= ends:
            yield node
        elif node.lineno <= last and any(module.within(node, loop) for loop in loops):
            yield None
