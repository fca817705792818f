"""Where an array is read after a compiled call that was allowed to reuse its memory."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Kind, Wrap, fact, tracing, values
from jaxopt_lint.semantics.python import positional, read_names, stored_names
from jaxopt_lint.semantics.python.later_reads import Place, first_read
from jaxopt_lint.semantics.subjects.memory.donation import JITS
from jaxopt_lint.semantics.subjects.memory.indirect_calls import receivers
from jaxopt_lint.semantics.subjects.memory.updates import updates


@dataclass(frozen=True, slots=True)
class Reuse:
    """One read of a donated array.

    Attributes:
        node: the variable, or the field of one, where it is read.
        call: the call that it was donated to.
        certain: the call returns something that takes its memory.
        likely: or what it returns is not in sight.
    """

    node: Place
    call: ast.Call
    certain: bool
    likely: bool


@fact
def reuses(facts: Facts) -> dict[Place, Reuse]:
    """The reads of donated arrays in a file."""
    found: dict[Place, Reuse] = {}
    for call in facts.module.all(ast.Call):
        wrap = tracing(facts).jitted(call.func)
        if wrap is None or wrap.name not in JITS:
            continue
        if tracing(facts).staged(facts.module.function(call)) is not None:
            continue  # an inner donation is ignored
        for argument, certain in _given_away(facts, call, wrap):
            read = first_read(facts.module, facts.module.statement(call), argument)
            if _given_each_turn(facts, call, argument):
                read = argument
            if read is not None:
                found.setdefault(read, Reuse(read, call, certain, wrap.function is None))
    return found


def _given_each_turn(facts: Facts, call: ast.Call, argument: Place) -> bool:
    """Whether a comprehension gives one array to every turn of a call: the second finds it gone."""
    for inner, around in facts.module.way_out(call):
        if isinstance(around, ast.stmt):
            return False
        if isinstance(around, (ast.ListComp, ast.SetComp)) and inner is around.elt:
            names = stored_names(*(g.target for g in around.generators))
            given = (*call.args, *(k.value for k in call.keywords))
            return read_names(argument).isdisjoint(names) and argument in given
    return False


def _given_away(facts: Facts, call: ast.Call, wrap: Wrap) -> Iterable[tuple[Place, bool]]:
    """The variables that a call donates, and whether an output surely takes their memory."""
    if any(isinstance(a, ast.Starred) for a in call.args):
        return
    names, known = tracing(facts).donated(wrap)
    if wrap.function is None:
        # The function is not in sight: numbers say which arguments all the same.
        numbers = tracing(facts).literals(wrap.keyword("donate_argnums") or ast.Constant(None))
        given = [(n, False) for n in numbers or () if isinstance(n, int)]
    elif known and names:
        params = positional(wrap.function)[wrap.bound :]
        renewed = updates(facts).updated(wrap.function)
        given = [(params.index(n), n in renewed) for n in names if n in params]
        for keyword in call.keywords:
            if keyword.arg in names and wrap.name != "jax.pmap":
                if isinstance(keyword.value, (ast.Name, ast.Attribute)):
                    yield keyword.value, keyword.arg in renewed
    else:
        return
    shift = receivers(facts, call, wrap)
    for number, certain in given:
        if 0 <= number - shift < len(call.args):
            argument = call.args[number - shift]
            there = values(facts).kind(argument) not in (Kind.HOST, Kind.STATIC)
            if isinstance(argument, (ast.Name, ast.Attribute)) and there:
                yield argument, certain
