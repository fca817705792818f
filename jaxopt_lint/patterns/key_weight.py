"""How much comes of it that two uses share a key: whether what they draw could ever meet, and
whether they meet again and again.

A draw and the keys that are split off the same key are made of the same bits, and yet nothing that
is drawn from these shows anything of it. That is told with more weight where each step does it, or
where the keys of all later steps come from there.
"""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.key_callees import code_of
from jaxopt_lint.patterns.key_results import next_store
from jaxopt_lint.patterns.key_state import Meeting
from jaxopt_lint.semantics.jax.applied import applied
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.recurrence import (
    CONSTRUCTORS,
    body_loop,
    loop_around,
    looped_call,
    often_elsewhere,
    sets_up,
)
from jaxopt_lint.semantics.python import (
    COMPREHENSIONS,
    LOOPS,
    FunctionNode,
    positional,
)
from jaxopt_lint.semantics.python.nodes import all_names, stored_names
from jaxopt_lint.semantics.subjects.keys.clashes import faintly
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse

_LEAVING = (ast.Return, ast.Raise)
_TINY = 1e-5  # of a draw: noise that tells apart what would be equal
_STEPS = {"scan", "while_loop", "fori_loop"}


def faint(facts: Facts, meeting: Meeting) -> bool:
    """Whether one use draws from a key and the other splits it, no step does so again and again,
    and no later step has its keys from there."""
    earlier, later = meeting.earlier, meeting.later
    if meeting.repeats is not None or not faintly(facts, earlier, later):
        return False
    if _same_turn(facts, earlier.call, later.call):
        return False
    function = facts.module.function(later.call)
    if function is not None and _steps(facts, function):
        return False
    return not any(_hands_on(facts, use) for use in (earlier, later))


def tiny(facts: Facts, use: KeyUse) -> bool:
    """Whether a draw only shifts something by next to nothing: `w + 1e-6 * normal(key, shape)`."""
    match facts.module.parent.get(use.call):
        case ast.BinOp(ast.Constant(factor), ast.Mult(), _) | ast.BinOp(
            _, ast.Mult(), ast.Constant(factor)
        ) if isinstance(factor, (int, float)):
            return use.kind == "sample" and abs(factor) <= _TINY
    return False


def unmet(facts: Facts, earlier: KeyUse, later: KeyUse) -> bool:
    """Whether no way that goes by the later use reads a key that the split before it has made: what
    other branches do with these, which return, meets nothing of it."""
    stored = facts.module.stored_by(earlier.call) if earlier.kind == "split" else None
    if stored is None or later.kind == "split" or earlier.call is later.call:
        return False
    if facts.module.function(later.call) is not facts.module.function(earlier.call):
        return False
    names = [n for target in stored.targets for n in ast.walk(target)]
    plain = (ast.Name, ast.Tuple, ast.List, ast.expr_context)
    keys = [n for n in names if isinstance(n, ast.Name)]
    read = [n for n in keys if facts.module.reads(facts.module.holder(n), n.id)]
    if not read or not all(isinstance(n, plain) for n in names):
        return False
    return not any(_met(facts, n, stored, later) for n in read)


def _met(facts: Facts, name: ast.Name, stored: ast.stmt, later: KeyUse) -> bool:
    """Whether a way from where a name is stored reads it and goes by a use."""
    here = facts.module.statement(later.call)
    reads = facts.module.reads(facts.module.holder(name), name.id)
    for read in reads:
        if facts.module.function(read) is not facts.module.function(later.call):
            return True
        behind = read.lineno > (here.end_lineno or here.lineno)
        before = read.lineno > stored.lineno and not behind
        if behind and not _gone(facts, here, read) and not isinstance(here, _LEAVING):
            return True
        if before and not _gone(facts, read, here):
            return True
    return isinstance(loop_around(facts, here), LOOPS)


def _gone(facts: Facts, place: ast.AST, other: ast.AST) -> bool:
    """Whether the arm of an `if` around a place, which another one is not in, ends there."""
    for inner, around in facts.module.way_out(place):
        if isinstance(around, ast.If) and inner is not around.test:
            arm = around.body if inner in around.body else around.orelse
            apart = not any(one is other or facts.module.within(other, one) for one in arm)
            if apart and isinstance(arm[-1], _LEAVING):
                return True
    return False


def on_first_turn(facts: Facts, meeting: Meeting) -> bool:
    """Whether a program uses a key once and goes on with it in a loop: what makes things ready and
    the first turn share it, and no other turn does."""
    earlier, later = meeting.earlier.call, meeting.later.call
    function = facts.module.function(earlier)
    if meeting.repeats is not None or function is not facts.module.function(later):
        return False
    if function is not None and facts.module.class_of(function) is not None:
        return False  # there may be many objects
    return body_loop(facts, later) is not None and sets_up(facts, earlier)


def _same_turn(facts: Facts, one: ast.Call, other: ast.Call) -> bool:
    """Whether each turn of a loop of their function makes both uses."""
    here = facts.module.function(other)
    if here is not facts.module.function(one):
        return False
    for _, around in facts.module.way_out(other):
        if around is here:
            return False
        if isinstance(around, (*LOOPS, *COMPREHENSIONS)) and facts.module.within(one, around):
            return True
    return False


def _steps(facts: Facts, function: FunctionNode) -> bool:
    """Whether a function is a step of a compiled loop, or stands in one, or a loop on the host
    calls it."""
    around = (function, *facts.module.functions(function))
    if any(applied(facts).kinds(one) & _STEPS for one in around):
        return True
    looped = looped_call(facts, function) is not None
    return looped or often_elsewhere(facts, function) is not None


def _hands_on(facts: Facts, use: KeyUse) -> bool:
    """Whether a key that a split makes is stored on an object, or returned: later steps use it."""
    module, function = facts.module, facts.module.function(use.call)
    around = module.parent[use.call]
    made = around if isinstance(around, ast.Subscript) else use.call  # `split(key)[1]`
    stored = module.stored_by(made)
    if use.kind != "split" or stored is None or function is None:
        return False
    kept = (n for target in stored.targets for n in ast.walk(target))
    if any(isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) for n in kept):
        return getattr(function, "name", "") not in CONSTRUCTORS
    return _returned(facts, function, stored)


def _returned(facts: Facts, function: FunctionNode, stored: ast.Assign) -> bool:
    """Whether a function returns something that a statement stores, or packs it up and does."""
    module, results = facts.module, facts.module.results(function)
    work, seen = [stored], {stored}
    while work:
        now = work.pop()
        for name in stored_names(*now.targets):
            first, end = now.end_lineno or now.lineno, next_store(facts, now, name)
            for read in module.reads(module.scopes[function], name):
                if not first < read.lineno <= end:
                    continue
                if any(value is not None and _gives(facts, value, read) for value in results):
                    return True
                packed = module.stored_by(module.parent[read])
                if packed is not None and packed not in seen:
                    if isinstance(packed.value, _PACKED):
                        seen.add(packed)
                        work.append(packed)
    return False


_PACKED = (ast.Tuple, ast.List, ast.Dict)


def _gives(facts: Facts, value: ast.expr, read: ast.expr) -> bool:
    """Whether a name is returned as it is, alone, in a tuple, a dictionary or a record."""
    if isinstance(value, (ast.Tuple, ast.List)):
        return any(_gives(facts, one, read) for one in value.elts)
    if isinstance(value, ast.Dict):
        return any(_gives(facts, one, read) for one in value.values)
    if isinstance(value, ast.Call):
        callee = calls(facts).callee(value.func)
        record = callee is None or callee.node is None
        record &= not (facts.names.call(value) or "").startswith("jax.")
        return record and any(keyword.value is read for keyword in value.keywords)
    return value is read


def done_again(facts: Facts, meeting: Meeting) -> bool:
    """Whether one of two calls runs the function of the other within itself, with the same key, or
    splits that and draws as is done beside it: what it does with that is done once more."""
    one, other = meeting.earlier, meeting.later
    if meeting.repeats is not None:
        return False
    if {one.kind, other.kind} == {"call", "split"}:
        call, split = (one, other) if one.kind == "call" else (other, one)
        return _draws_the_same(facts, call, split)
    if {one.kind, other.kind} != {"call"}:
        return False
    return _runs_within(facts, one, other) or _runs_within(facts, other, one)


def _draws_the_same(facts: Facts, call: KeyUse, split: KeyUse) -> bool:
    """Whether a function splits the key that it is given as it is split here, and makes each call,
    word for word, that is given one of the new keys here: so that what comes of it is the same."""
    stored, function = facts.module.stored_by(split.call), facts.module.function(split.call)
    code = code_of(facts, call.call.func, calls(facts).callee(call.call.func))
    if code is None or stored is None or function is None:
        return False
    there = code.home.module
    statements = {ast.dump(s) for s in there.inside(ast.Assign, code.function)}
    made = {ast.dump(c) for c in there.inside(ast.Call, code.function)}
    names = stored_names(*stored.targets)
    reads = [r for n in names for r in facts.module.reads(facts.module.scopes[function], n)]
    takers = [facts.module.parent[read] for read in reads]
    same = all(isinstance(t, ast.Call) and ast.dump(t) in made for t in takers)
    return bool(takers) and same and ast.dump(stored) in statements


def _runs_within(facts: Facts, outer: KeyUse, inner: KeyUse) -> bool:
    """Whether what one use calls gives its key to the function that another one calls."""
    sought = code_of(facts, inner.call.func, calls(facts).callee(inner.call.func))
    code = code_of(facts, outer.call.func, calls(facts).callee(outer.call.func))
    if sought is None or code is None:
        return False
    names = positional(code.function)[code.bound :]
    given = dict(zip(names, outer.call.args, strict=False))
    given |= {k.arg: k.value for k in outer.call.keywords if k.arg is not None}
    keys = {name for name, value in given.items() if value is outer.key}
    for call in code.home.module.inside(ast.Call, code.function):
        if not keys & {n for a in (*call.args, *call.keywords) for n in all_names(a)}:
            continue
        found = code_of(code.home, call.func, calls(code.home).callee(call.func))
        if found is not None and found.function is sought.function:
            return True
    return False
