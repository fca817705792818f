"""Which compiled steps could donate which of their arguments, and whether their callers let them.

A step whose old values somebody certainly needs after the call is no candidate at all.
"""

from __future__ import annotations

import ast
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, fact, tracing
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.jax.unresolved import unresolved
from jaxopt_lint.semantics.python import FunctionNode, arguments, positional, stored_texts
from jaxopt_lint.semantics.subjects.memory.holders import NO_CALL, Holders
from jaxopt_lint.semantics.subjects.memory.in_place import (
    NNX_JIT,
    old_arrays_read,
    trained_in_place,
)
from jaxopt_lint.semantics.subjects.memory.indirect_calls import receivers
from jaxopt_lint.semantics.subjects.memory.made_of_one import made_of_one
from jaxopt_lint.semantics.subjects.memory.outermost import outermost
from jaxopt_lint.semantics.subjects.memory.reached import definition_abroad
from jaxopt_lint.semantics.subjects.memory.sizes import large_state
from jaxopt_lint.semantics.subjects.memory.updates import updates
from jaxopt_lint.semantics.subjects.memory.versions import leaves


@dataclass(frozen=True, slots=True)
class Candidate:
    """A compiled step that keeps the old versions of what it renews.

    Attributes:
        wrap: the jit or pmap.
        function: what it compiles.
        parameters: the renewed parameters that are not donated.
        blocked: why donating them is not known to be safe; "" where it is.
        idle: the parameters that are donated although no result takes their place.
        in_place: it writes into the modules that it is given, and returns none of them.
        twice: what puts one array into two places of what is renewed, so that XLA would refuse to
            donate it; None where nothing is seen to.
        large: why what it renews is large, where an optimizer renews it and nobody is seen to need
            the old values; "" where that is not known.
        known: how large it is known to be; "" where its sizes are not written down.
    """

    wrap: Wrap
    function: FunctionNode
    parameters: tuple[str, ...]
    blocked: str
    idle: tuple[str, ...] = ()
    in_place: bool = False
    twice: ast.expr | None = None
    large: str = ""
    known: str = ""

    @property
    def node(self) -> ast.expr:
        """The call or decorator that compiles it."""
        return self.wrap.site


JITS = frozenset(
    {"jax.jit", "jax.pmap", "jax.experimental.pjit.pjit", "jax.pjit", "jax_dataclasses.jit"}
)
FILTERS = frozenset({"equinox.filter_jit"})  # what is no array is static, and is not donated


# Why something is no candidate: a sentence, and what stands in it.
_Doubt = tuple[str, *tuple[ast.AST | str, ...]]


@fact
def candidates(facts: Facts) -> dict[ast.expr, Candidate]:
    """The steps of a file that could donate, by the call or decorator that compiles them."""
    out: dict[ast.expr, Candidate] = {}
    for wrap in tracing(facts).wraps:
        if in_test(facts, wrap.site):
            continue
        if wrap.function is None and wrap.name in JITS and wrap.dotted:
            imported = _imported(facts, wrap, wrap.dotted)
            if isinstance(imported, Candidate):
                out[wrap.site] = imported
                continue
            if imported is not None:
                facts.doubt(wrap.site, *imported)
                continue
        if wrap.name not in JITS | FILTERS | {NNX_JIT} or wrap.function is None:
            _not_looked_at(facts, wrap)
            continue
        in_place = wrap.name == NNX_JIT and trained_in_place(facts, wrap.function)
        look = _trained if in_place else _candidate
        made = look(facts, wrap, wrap.function)
        if isinstance(made, Candidate):
            out[wrap.site] = made
        elif made is not None:
            facts.doubt(wrap.site, *made)
    return out


def _candidate(facts: Facts, wrap: Wrap, function: FunctionNode) -> Candidate | _Doubt | None:
    """What one step could donate, or why nothing."""
    if wrap.name in FILTERS and wrap.keyword("donate") is not None:
        return None
    if any(n not in ("jax.vmap", "jax.checkpoint", "jax.shard_map") for n in wrap.inner):
        what = "`{}` stands within `{}`, and what it renews is not followed through that"
        return what, wrap.inner[-1], wrap.name
    if not outermost(facts, wrap, function):
        return "{} is traced by code around it, where donation does not count", function
    donated, known = tracing(facts).donated(wrap)
    static, static_known = tracing(facts).static(wrap)
    if not known or not static_known or _unpacks(wrap):
        return ("what it donates, or takes as static, is not written out where it is compiled",)
    spared = {*donated, *static, *wrap.bound_names}
    stored, alone = _stored_back(facts, function)
    new = alone.union(updates(facts).updated(function)) - spared
    renewed = tuple(p for p in positional(function)[wrap.bound :] if p in new)
    renewed = tuple(p for p in renewed if p in stored) or renewed
    if not renewed:
        _nothing_renewed(facts, wrap, function, donated | static)
        return None
    listed, elsewhere = "`, `".join(renewed), ""
    holders = Holders(facts, wrap, function)
    if holders.measured():
        return ("no call keeps what it returns: it is only run to be measured",)
    held = holders.of(renewed)
    if not updates(facts).trains(function):
        written = set(renewed) <= {*updates(facts).written(function)}
        elsewhere = _trained_elsewhere(facts, function, renewed)
        if not elsewhere and not written:
            repeated = updates(facts).repeats(function) and stored & {*renewed} and not donated
            if not holders.looped() and not repeated:
                what = "{} renews `{}`, but no optimizer's update is seen in it or in what it calls"
                return what, function, listed
            elsewhere = "it is large enough for that to matter"
    if held is not None and held.certain:
        free = _free_states(facts, function, holders, renewed) if wrap.name in JITS else ()
        if not free:
            return "the old `{}` is needed after the call: {}", listed, held.why
        renewed, held = free, holders.of(free)
    blocked = held.why if held else elsewhere
    if wrap.name in FILTERS:
        kept = holders.taken_along(renewed)
        if kept:
            return "`filter_jit` would donate `{}` as well, which is needed after the call", kept
        blocked = "`filter_jit` donates all of its arguments or all but the first"
    large = size = ""
    anew = stored.union(*(_given_anew(facts, c, wrap, function) for c in holders.known()))
    if held is None or (held.unseen and anew.issuperset(renewed)):
        trains = updates(facts).trains(function)
        large, size = large_state(facts, function, holders.known(), renewed, inside=trains)
        if large and held is None and wrap.name not in FILTERS:
            blocked = ""
    own = positional(function)[:1]
    twice = made_of_one(facts, function) if {*own} & {*renewed} else None
    return Candidate(
        wrap, function, renewed, blocked, _idle(facts, wrap), twice=twice, large=large, known=size
    )


def _free_states(
    facts: Facts, function: FunctionNode, holders: Holders, renewed: tuple[str, ...]
) -> tuple[str, ...]:
    """The states of optimizers among what a step renews that nobody is known to need afterwards,
    where somebody needs the rest: they are as large as the parameters, or twice as large."""
    states = [p for p in updates(facts).optimizer_states(function) if p in renewed]
    free: tuple[str, ...] = ()
    for state in states:
        held = holders.of((*free, state))
        free = free if held is not None and held.certain else (*free, state)
    return free


def _trained(facts: Facts, wrap: Wrap, function: FunctionNode) -> Candidate | _Doubt | None:
    """The modules that a step of `nnx.jit` could donate, or why none."""
    donated, known = tracing(facts).donated(wrap)
    static, static_known = tracing(facts).static(wrap)
    if not known or not static_known or _unpacks(wrap) or wrap.inner:
        return ("what it donates, or takes as static, is not written out where it is compiled",)
    trained = trained_in_place(facts, function)
    trained = tuple(p for p in trained if p not in donated | static)
    if not trained:
        return None
    sites, unseen = Holders(facts, wrap, function).sites()
    if unseen.startswith(NO_CALL):
        return "who else holds `{}` is not in sight: {}", "`, `".join(trained), unseen
    blocked = unseen or old_arrays_read(facts, function, sites, trained)
    large = ("", "") if blocked else large_state(facts, function, sites, trained)
    return Candidate(
        wrap, function, trained, blocked, in_place=True, large=large[0], known=large[1]
    )


def _imported(facts: Facts, wrap: Wrap, dotted: str) -> Candidate | _Doubt | None:
    """What a step of another file could donate, that is compiled here, where calls in sight store
    its new values in the place of the old ones."""
    found = updates(facts).known(definition_abroad(facts, dotted))
    if found is None or wrap.inner or _unpacks(wrap):
        return None
    known, function = found
    around = facts.module.function(wrap.site)
    if tracing(facts).staged(around) is not None:
        return None
    wrap = replace(wrap, function=function)
    donated, whole = tracing(facts).donated(wrap)
    static, static_known = tracing(facts).static(wrap)
    holders = Holders(facts, wrap, function)
    sites, unseen = holders.sites()
    if not whole or not static_known or holders.measured():
        return None
    spared = {*donated, *static, *wrap.bound_names, *positional(function)[: wrap.bound]}
    renewed = tuple(p for p in known.updated(function) if p not in spared)
    if sites:
        stored = set.intersection(*(_given_anew(facts, call, wrap, function) for call in sites))
        renewed = tuple(p for p in renewed if p in stored)
    elif unseen.startswith(NO_CALL):
        return None
    if not renewed or not (known.trains(function) or holders.looped()):
        return None
    held = holders.of(renewed)
    if held is not None and held.certain:
        return "the old `{}` is needed after the call: {}", "`, `".join(renewed), held.why
    blocked = held.why if held else "it is large enough for that to matter"
    large = size = ""
    if known.trains(function) and (held is None or held.unseen):
        large, size = large_state(facts, function, sites, renewed, home=known.facts)
        blocked = held.why if held else "" if large else blocked
    return Candidate(wrap, function, renewed, blocked, large=large, known=size)


def _given_anew(facts: Facts, call: ast.Call, wrap: Wrap, function: FunctionNode) -> set[str]:
    """The parameters whose arguments a call stores anew, under the same names."""
    statement = facts.module.stored_by(call)
    stored = stored_texts(statement) if statement is not None else set()
    bound = wrap.bound + receivers(facts, call, wrap)
    given = arguments(call, function, bound)
    if bound > wrap.bound and isinstance(call.func, ast.Attribute):  # `state = state.update(x)`
        given = [*given, (positional(function)[0], call.func.value)]
    return {parameter for parameter, value in given if ast.unparse(value) in stored}


def _not_looked_at(facts: Facts, wrap: Wrap) -> None:
    """Say why something that is compiled was not looked at for what it could donate."""
    if not facts.asked or wrap.transform.kind not in ("jit", "pmap"):
        return
    if wrap.function is None and wrap.name in JITS | FILTERS | {NNX_JIT}:
        what = "what `{}` compiles here is not known to be a function of this file"
        if wrap.argument is not None:
            what = "{} is not known to be a function of this file: it {}"
            facts.doubt(wrap.site, what, wrap.argument, unresolved(facts, wrap.argument))
            return
    else:
        what = "what `{}` compiles is not looked at, only `jax.jit`, `jax.pmap` and `pjit` are"
    facts.doubt(wrap.site, what, wrap.name)


def _nothing_renewed(
    facts: Facts, wrap: Wrap, function: FunctionNode, spared: AbstractSet[str]
) -> None:
    """Say which parameters a compiled function was not seen to renew, or need not donate."""
    if not facts.asked:
        return
    found = updates(facts).updated(function)
    if not found:
        what = "no result of {} is known to be the new version of one of its parameters"
        facts.doubt(wrap.site, what, function, early=not updates(facts).trains(function))
    elif all(p in spared for p in found):
        facts.doubt(wrap.site, "`{}` is donated, or static", "`, `".join(found))
    else:
        kept = [p for p in found if p not in spared]
        what = "`{}` is renewed, and whether it can be donated is not looked at"
        facts.doubt(wrap.site, what, "`, `".join(kept))


def _stored_back(facts: Facts, function: FunctionNode) -> tuple[set[str], set[str]]:
    """The parameters whose arguments calls of a function store anew, and those among them of whose
    place in the result the function itself tells nothing else."""
    stored: set[str] = set()
    alone: set[str] = set()
    result = updates(facts).result(function)
    for call in calls(facts).callers(function):
        statement = facts.module.stored_by(call)
        callee = calls(facts).callee(call.func)
        if callee is None or statement is None:
            continue
        target = statement.targets[0]
        items = target.elts if isinstance(target, ast.Tuple) else [target]
        shapes = result if isinstance(result, list) and items != [target] else [result]
        if len(shapes) != len(items):
            shapes = [None] * len(items)
        known = dict(zip(map(ast.unparse, items), shapes, strict=True))
        everything = stored_texts(statement)
        for moved in facts.module.block_of(statement):  # `self.actor = new_actor`
            if isinstance(moved, ast.Assign) and moved.lineno > statement.lineno:
                if isinstance(moved.value, ast.Name) and moved.value.id in everything:
                    everything.add(ast.unparse(moved.targets[0]))
                    known[ast.unparse(moved.targets[0])] = known.get(moved.value.id)
        for parameter, given in arguments(call, function, callee.bound):
            text = ast.unparse(given)
            if text in everything:
                stored.add(parameter)
                if text in known and known[text] is None:
                    alone.add(parameter)
    return stored, alone


def _trained_elsewhere(facts: Facts, function: FunctionNode, renewed: tuple[str, ...]) -> str:
    """The call of unknown code that is given one of the renewed parameters, in words."""
    for node in facts.module.inside(ast.Call, function):
        if calls(facts).function(node) is not None:
            continue
        if (facts.names.of(node.func) or "").startswith(_NO_TRAINERS):
            continue
        for given in (*node.args, *(k.value for k in node.keywords)):
            if isinstance(given, ast.Name) and given.id in renewed:
                what = facts.module.source(node.func)
                return f"`{what}`, which is not seen here, is taken to train `{given.id}`"
    return ""


_NO_TRAINERS = ("jax.", "numpy.", "builtins.")


def _idle(facts: Facts, wrap: Wrap) -> tuple[str, ...]:
    """The donated parameters of which nothing is returned."""
    assert wrap.function is not None
    returned = {v.parameter for v in leaves(updates(facts).result(wrap.function))}
    donated, _ = tracing(facts).donated(wrap)
    params = positional(wrap.function)
    return tuple(p for p in params if p in donated and p not in returned)


def _unpacks(wrap: Wrap) -> bool:
    return wrap.options is not None and any(k.arg is None for k in wrap.options.keywords)
