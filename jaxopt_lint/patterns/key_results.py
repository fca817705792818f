"""What becomes of what a use of a key gives: nothing, or nothing but something to look at."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from jaxopt_lint.patterns.key_ignored import ignores
from jaxopt_lint.patterns.key_state import Meeting
from jaxopt_lint.semantics.jax.api.random import KEY_MAKERS
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.effects.deeds import deed_of
from jaxopt_lint.semantics.jax.recurrence import loop_around, sets_up
from jaxopt_lint.semantics.python import reads_after, reads_first
from jaxopt_lint.semantics.python.nodes import LOOPS, names_in
from jaxopt_lint.semantics.python.walking import walk
from jaxopt_lint.semantics.subjects.keys.examples import asks_shape, is_key
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse, drawn_by_object


def unread(facts: Facts, call: ast.Call) -> bool:
    """Whether all that a statement stores, by a use of a key, is stored anew before it is read, or
    is only given to what ignores it; a draw may be dropped at once."""
    stored = facts.module.statement(call)
    around = facts.module.taker(call)
    if isinstance(around, ast.Call) and around.func is not call and ignores(facts, around, call):
        return True
    if isinstance(stored, ast.Expr) and stored.value is call:
        return drawn_by_object(facts, call) is not None
    if not isinstance(stored, ast.Assign):
        return False
    names = [n for target in stored.targets for n in names_in(target)]
    return bool(names) and all(
        isinstance(n, ast.Name)
        and (not reads_after(facts.module, stored, n.id) or _only_ignored(facts, n))
        for n in names
    )


def _only_ignored(facts: Facts, name: ast.Name) -> bool:
    """Whether a variable is only read to be given to what ignores it."""
    reads = facts.module.reads(facts.module.holder(name), name.id)
    takers = [facts.module.taker(read) for read in reads]
    return all(
        isinstance(taker, ast.Call) and taker.func is not read and ignores(facts, taker, read)
        for taker, read in zip(takers, reads, strict=True)
    )


def warms_up(facts: Facts, call: ast.Call, depth: int = 0) -> bool:
    """Whether what a statement makes of a key only goes into calls of functions whose results
    are dropped: `step(state, batch, key)`, so that it is compiled."""
    module = facts.module
    stored = module.statement(call)
    if depth == 0 and isinstance(stored, ast.Expr):
        # All that compiled code has from a key is in its result.
        wraps = _wraps(facts, call) if stored.value is call else ()
        return any(name in _COMPILING for name, _ in wraps)
    if isinstance(stored, ast.Expr):
        called = stored.value.func if isinstance(stored.value, ast.Call) else None
        if not isinstance(called, ast.Name) or not facts.names.binding(called):
            return False  # what is given a key and gives nothing does something else with it
        callee = calls(facts).callee(called)
        return callee is None or callee.node is None or bool(callee.wraps)
    if not isinstance(stored, ast.Assign) or depth > 3 or module.function(stored) is None:
        return False
    names = {n.id for t in stored.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
    ends = [next_store(facts, stored, name) for name in names]
    readers = {
        module.statement(read)
        for name, end in zip(names, ends, strict=True)
        for read in module.held(module.scope[stored].holder(name), name)
        if isinstance(read.ctx, ast.Load) and stored.lineno < read.lineno <= end
    }
    uses = [next((n for n in ast.walk(r) if isinstance(n, ast.Call)), None) for r in readers]
    return bool(uses) and all(u is not None and warms_up(facts, u, depth + 1) for u in uses)


_COMPILING = frozenset({"jax.jit", "jax.pmap", "equinox.filter_jit", "equinox.filter_pmap"})


def only_printed(facts: Facts, drawn: ast.Call) -> bool:
    """Whether nothing but `print` reads what is drawn, which is there to be looked at."""
    module = facts.module
    stored = module.stored_by(drawn)
    if not isinstance(stored, ast.Assign) or stored.value is not drawn:
        return _in_print(facts, drawn)
    if len(stored.targets) != 1 or not isinstance(stored.targets[0], ast.Name):
        return False
    name = stored.targets[0].id
    reads = module.reads(module.scope[stored].holder(name), name)
    return bool(reads) and all(_in_print(facts, read) for read in reads)


def _in_print(facts: Facts, node: ast.expr) -> bool:
    statement = facts.module.statement(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and facts.names.is_builtin(call.func, "print")


def _wraps(facts: Facts, call: ast.Call) -> Sequence[tuple[str, object]]:
    callee = calls(facts).callee(call.func)
    return callee.wraps if callee is not None else ()


def next_store(facts: Facts, stored: ast.stmt, name: str) -> float:
    """The line on which a name is stored anew in the same function; infinite if it is not."""
    held = facts.module.held(facts.module.scope[stored].holder(name), name)
    last = stored.end_lineno or stored.lineno
    rows = [n.lineno for n in held if isinstance(n.ctx, ast.Store) and n.lineno > last]
    return min(rows, default=float("inf"))


def looked_at(facts: Facts, meeting: Meeting) -> bool:
    """Whether nothing reads what is made of a draw, or one use only serves what is looked at, as
    samples in a log beside the training are, or both do, in a show that draws its numbers once."""
    uses = (meeting.earlier, meeting.later)
    if meeting.repeats is not None or meeting.earlier.kind not in _MAKING:
        return False
    found = [ends(facts, use.call) for use in uses]
    if any(not one and use.kind == "sample" for one, use in zip(found, uses, strict=True)):
        return True  # all that is made of it is the time that it takes
    first, second = (one <= {"shown"} for one in found)
    if first and second:
        return all(use.kind == "sample" and not loop_around(facts, use.call) for use in uses)
    return (first or second) and all(use.kind in _MAKING for use in uses)


_MAKING = ("sample", "split")


def made_ready(facts: Facts, meeting: Meeting) -> bool:
    """Whether a program draws from a key once, or first weights, and splits it, and no turn of a
    loop builds on what it makes of that: numbers and keys of the same bits have nothing in common
    that could be measured."""
    uses = (meeting.earlier, meeting.later)
    kinds = {use.kind for use in uses}
    if meeting.repeats is not None or kinds not in ({"sample", "split"}, {"layer", "split"}):
        return False
    for use in uses:
        owner = facts.module.function(use.call)
        if owner is not None and facts.module.class_of(owner) is not None:
            return False  # there may be many objects
        if not sets_up(facts, use.call) or "carried" in ends(facts, use.call):
            return False
    return True


def weights_replaced(facts: Facts, use: KeyUse) -> bool:
    """Whether a layer is made to have its weights replaced at once: what reads it first is
    `eqx.tree_at(where, layer, w)`, or is given a key besides, and stored in its place."""
    module, stored = facts.module, facts.module.stored_by(use.call)
    if use.kind != "layer" or not isinstance(stored, ast.Assign) or len(stored.targets) != 1:
        return False
    target = stored.targets[0]
    if isinstance(target, ast.Name):
        reads: list[ast.expr] = [*module.reads(module.holder(target), target.id)]
    elif isinstance(target, ast.Attribute):
        same = (n for n in module.attributes(target.attr) if isinstance(n.ctx, ast.Load))
        here = module.function(stored)
        text = ast.unparse(target)
        reads = [n for n in same if module.function(n) is here and ast.unparse(n) == text]
    else:
        return False
    behind = [read for read in reads if read.lineno > (stored.end_lineno or stored.lineno)]
    first = min(behind, key=lambda read: read.lineno) if behind else None
    taker = module.taker(first) if first is not None else None
    if not isinstance(taker, ast.Call) or taker.func is first:
        return False
    if facts.names.call(taker) == "equinox.tree_at":
        return True
    again = module.stored_by(taker)
    if again is None or ast.unparse(target) not in map(ast.unparse, again.targets):
        return False
    others = [a for a in (*taker.args, *(k.value for k in taker.keywords)) if a is not first]
    key = ast.unparse(use.key)
    return any(ast.unparse(other) == key or is_key(facts, other) for other in others)


def gathered(facts: Facts, meeting: Meeting) -> bool:
    """Whether each turn of a loop splits the same keys off, or goes over settings that are written
    out, and no turn builds on what another makes of them: one model, method or batch after the
    other is judged by the same draws."""
    again = meeting.earlier.call is meeting.later.call and not meeting.carried
    if not again or not isinstance(meeting.repeats, ast.For):
        return False
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in walk(meeting.repeats)):
        return False
    found = ends(facts, meeting.later.call)
    if found & {"carried", "stored"}:
        return False
    if _written_out(facts, meeting.repeats.iter):
        return True
    return meeting.later.kind == "split" and "done" not in found


def _written_out(facts: Facts, over: ast.expr) -> bool:
    """Whether a loop goes over items that the file writes out, one setting after the other."""
    while isinstance(over, ast.Call) and over.args:
        if not facts.names.is_builtin(over.func, "enumerate", "zip", "list", "tuple", "reversed"):
            return False
        over = over.args[0]
    made = facts.names.behind(over)
    return isinstance(made, (ast.Tuple, ast.List, ast.Dict))


def ends(facts: Facts, value: ast.expr) -> set[str]:
    """Where what comes of a value ends, within its scope: "shown" (printed, logged, drawn,
    asserted), "tested", "carried" (a later turn of a loop builds on it), "done" (something is
    called with it for what that does), "stored" (on an object), or "kept" (returned, read by a
    function within, or not followed)."""
    module, here = facts.module, facts.module.function(value)
    out: set[str] = set()
    seen: set[ast.AST] = set()
    work: list[ast.expr] = [value]
    while work:
        node = work.pop()
        if node in seen:
            continue
        seen.add(node)
        if module.function(node) is not here:
            out.add("kept")
            continue
        at, around = _way_to_statement(facts, node)
        if around is None:
            continue
        match around:
            case ast.Assign(targets):
                found = [t for target in targets for t in _stored(target)]
            case ast.AnnAssign(target) | ast.AugAssign(target):
                found = list(_stored(target))
            case ast.For(target) | ast.AsyncFor(target):
                found = list(_stored(target)) if at is around.iter else []
            case ast.Expr(ast.Call() as call):
                out.add("shown" if _shows(facts, call) else "done")
                continue
            case ast.Assert():
                out.add("shown")
                continue
            case ast.If() | ast.While():
                out.add("tested")
                continue
            case _:
                out.add("kept")
                continue
        for name in found:
            if not isinstance(name, ast.Name):
                out.add("stored")
                continue
            # What a container gathers, `scores[name] = score`, no later turn builds on.
            if isinstance(name.ctx, ast.Store) and _carried(facts, around, name.id):
                out.add("carried")
            scope = module.scope[name].holder(name.id)
            work += [n for n in module.reads(scope, name.id) if _comes_behind(facts, around, n)]
    return out


def _carried(facts: Facts, stored: ast.stmt, name: str) -> bool:
    """Whether a later turn of a loop builds on what a statement stores; that it goes on with a key
    is not meant."""
    value = getattr(stored, "value", None)
    if facts.names.call(value) in KEY_MAKERS:
        return False
    loops = [a for a in facts.module.ancestors(stored) if isinstance(a, LOOPS)]
    return any(reads_first(facts.module, loop.body, name) for loop in loops)


def _comes_behind(facts: Facts, stored: ast.stmt, read: ast.expr) -> bool:
    """Whether a read may see what a statement stores: it stands below, in another function, or a
    loop leads back to it."""
    module = facts.module
    below = read.lineno > (stored.end_lineno or stored.lineno)
    if below or module.function(read) is not module.function(stored):
        return True
    loops = [a for a in (stored, *module.ancestors(stored)) if isinstance(a, LOOPS)]
    return any(module.within(read, loop) for loop in loops)


def _way_to_statement(facts: Facts, node: ast.expr) -> tuple[ast.AST, ast.AST | None]:
    """The statement that a value goes into; None where only its shape does."""
    inner: ast.AST = node
    for inner, around in facts.module.way_out(node):
        if isinstance(around, ast.stmt):
            return inner, around
        if isinstance(around, ast.Attribute) and around.attr in _SHAPES:
            return inner, None
        if isinstance(around, ast.Call) and facts.names.is_builtin(around.func, *_SHAPES):
            return inner, None
        if isinstance(around, ast.Call) and inner in around.args[1:]:
            # Not the first one: of `model.init(key, x)` that is the key.
            if asks_shape(facts, around.func, calls(facts).callee(around.func)):
                return inner, None
        if isinstance(around, ast.Lambda):
            return inner, around
    return inner, node


_SHAPES = ("shape", "dtype", "ndim", "size", "nbytes", "len", "isinstance", "type", "id")


def _stored(target: ast.expr) -> Iterator[ast.expr]:
    """The names that a target stores to; of what lies in a name's object, that name."""
    if isinstance(target, (ast.Tuple, ast.List)):
        for item in target.elts:
            yield from _stored(item)
    elif isinstance(target, (ast.Starred, ast.Subscript)):
        yield from _stored(target.value)
    else:
        yield target


def _shows(facts: Facts, call: ast.Call) -> bool:
    deed = deed_of(facts, call)
    drawn = (facts.names.of(call.func) or "").startswith("matplotlib.")
    return drawn or (deed is not None and deed.waits in ("print", "log", "block"))
