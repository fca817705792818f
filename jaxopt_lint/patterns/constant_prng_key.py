"""Random keys that are the same each time, in code that runs again and again.

A key of a fixed seed is made, or read from the top of the module, where a loop or many calls of
one function come by: every time the same numbers are drawn from it. A key of the loop's counter
alone is another one each time, but the same in every run of the program.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jaxopt_lint.patterns.key_callees import STACKS
from jaxopt_lint.patterns.key_flow import consumed_by_callee
from jaxopt_lint.patterns.key_turns import counter as counter_of
from jaxopt_lint.patterns.key_turns import goes_on, sets_back
from jaxopt_lint.patterns.same_seed import same_seed
from jaxopt_lint.semantics.jax.api.transforms import TURNING
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.frameworks import forward_method
from jaxopt_lint.semantics.jax.recurrence import (
    body_loop,
    guarded,
    in_test,
    looped_call,
    runs_once,
    short,
)
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import (
    LOOPS,
    FunctionNode,
    assigned_names,
    first_of,
    keywords,
    parameters,
)
from jaxopt_lint.semantics.subjects.keys.resting import STILL
from jaxopt_lint.semantics.subjects.keys.streams import STREAMS, draws_of, keys_of
from jaxopt_lint.semantics.subjects.keys.uses import (
    KeyUse,
    drawn_by_object,
    key_use,
    sampled_by_method,
)

_MAKERS = ("jax.random.key", "jax.random.PRNGKey")


@dataclass(frozen=True, slots=True)
class ConstantKey:
    """A key that is the same each time.

    Attributes:
        node: the call that makes it, or the read of one that the top of the module made.
        made: how it is made, as the file says it.
        again: what comes by here many times: "turn" (of a loop) or "call" (of a function), or what
            some turns do to the keys of all: "restart".
        where: the function, where that is what runs again, or the name of the key that is set back;
            else "".
        why: what is known to run it again; "" where that is taken for granted.
        counter: the counter that the key is made of; "" for a key that never changes.
        certain: numbers are drawn from it, and what runs again goes on from turn to turn.
        assumed: what is taken for granted.
    """

    node: ast.Call | ast.Name
    made: str
    again: str
    where: str
    why: str
    counter: str
    certain: bool
    assumed: tuple[str, ...] = ()


@fact
def constant_keys(facts: Facts) -> dict[ast.AST, ConstantKey]:
    """The keys of a file that are the same each time they are used, by the node that gives them."""
    found = (key for call in facts.module.all(ast.Call) for key in _of_maker(facts, call))
    return first_of((key.node, key) for key in found)


def _of_maker(facts: Facts, call: ast.Call) -> Iterator[ConstantKey]:
    name, seeds = facts.names.call(call), [*call.args, *(k.value for k in call.keywords)]
    if name not in (*_MAKERS, STREAMS) or not seeds or (len(seeds) > 1 and name in _MAKERS):
        return
    seed = next((seed for seed in seeds if not _fixed(facts, seed)), seeds[0])
    if in_test(facts, call):
        facts.doubt(call, "it is part of a test")
        return
    function = facts.module.function(call)
    if function is None and name != STREAMS and facts.module.stored_by(call) is not None:
        yield from _read_by_functions(facts, call)
    loop = body_loop(facts, call)
    if loop is not None and not short(facts, facts.module.statement(call), loop):
        yield from _in_loop(facts, call, seed, loop)
    elif function is not None and loop is None and _fixed(facts, seed):
        if not _chosen(facts, call, function):
            yield from _in_function(facts, call, call, function, _uses(facts, call))
    elif function is not None and loop is None and not _chosen(facts, call, function):
        yield from _given_again(facts, call, seed, function)


def _given_again(
    facts: Facts, call: ast.Call, seed: ast.expr, function: FunctionNode
) -> Iterator[ConstantKey]:
    """A key of a seed that each call of a function finds in the same argument."""
    found = same_seed(facts, seed, function)
    if found is None or isinstance(function, ast.Lambda):
        return
    uses = _uses(facts, call)
    if not _drawn(uses) or any(use.purpose.example for use in uses):
        facts.doubt(call, "nothing is seen to draw from {}, but for examples", call)
        return
    if not found.carries and not goes_on(facts, found.loop):
        facts.doubt(call, "no turn builds on an earlier one: they may want the same numbers")
        return
    why = f"called in the loop at {facts.at(found.loop)}"
    source = facts.module.source(seed)
    assumed = f"nothing changes `{source}` between the turns"
    certain = found.carries and not found.plain and _seen(facts, uses)
    yield ConstantKey(
        call, facts.module.source(call), "call", function.name, why, "", certain, (assumed,)
    )


def _fixed(facts: Facts, seed: ast.expr) -> bool:
    """Whether a seed is a number that is written down, or a setting of the whole module."""
    names = [n for n in ast.walk(seed) if isinstance(n, ast.Name)]
    bindings = [b for name in names for b in facts.names.binding(name)]
    if any(b.kind == "param" for b in bindings) or any(
        isinstance(n, ast.Call) for n in ast.walk(seed)
    ):
        return False
    top = facts.module.top
    if names and all(facts.module.scope[n].holder(n.id) is top for n in names):
        around = [a for a in facts.module.ancestors(seed) if isinstance(a, LOOPS)]
        changing = assigned_names(*around) | facts.module.declared_global
        return not any(n.id in changing for n in names)
    return static_int(facts, seed) is not None


def _chosen(facts: Facts, call: ast.Call, function: FunctionNode) -> bool:
    """Whether a function makes a key on some of its ways only: where none is given, as a check."""
    choices = (ast.If, ast.IfExp, ast.BoolOp, ast.Match, ast.ExceptHandler)
    around = itertools.takewhile(lambda n: n is not function, facts.module.ancestors(call))
    return any(isinstance(node, choices) for node in around)


# -- loops ---------------------------------------------------------------------------------


def _in_loop(
    facts: Facts, call: ast.Call, seed: ast.expr, loop: ast.For | ast.While | ast.AsyncFor
) -> Iterator[ConstantKey]:
    uses = _uses(facts, call)
    made = facts.module.source(call)
    if not _drawn(uses):
        facts.doubt(call, "nothing is seen to draw from {}", call)
        return
    if not _fixed(facts, seed):
        counter = counter_of(facts, seed, loop)
        if counter and goes_on(facts, loop):
            yield ConstantKey(call, made, "turn", "", "", counter, certain=False)
        return
    if not goes_on(facts, loop):
        facts.doubt(call, "no turn builds on an earlier one: they may want the same numbers")
        return
    stored = facts.module.stored_by(call)
    chain = stored.targets[0] if stored is not None and len(stored.targets) == 1 else None
    if guarded(facts, call, loop):
        if isinstance(chain, ast.Name) and sets_back(facts, call, chain.id, loop):
            why = f"the loop at {facts.at(loop)} splits `{chain.id}` from turn to turn"
            yield ConstantKey(call, made, "restart", chain.id, why, "", _seen(facts, uses))
        else:
            facts.doubt(call, "only some turns make {}, and no other draws from it", call)
    else:
        why = f"the loop at {facts.at(loop)}"
        yield ConstantKey(call, made, "turn", "", why, "", _seen(facts, uses))


# -- functions -----------------------------------------------------------------------------


def _read_by_functions(facts: Facts, call: ast.Call) -> Iterator[ConstantKey]:
    """A key that the top of the module makes once, and that functions draw from."""
    stored = facts.module.stored_by(call)
    assert stored is not None
    target = stored.targets[0]
    if len(stored.targets) != 1 or not isinstance(target, ast.Name):
        return
    if facts.names.value(target) is not call or target.id in facts.module.declared_global:
        return
    if f"{facts.module.name}.{target.id}" in facts.project.stored:
        return
    seen = set()
    for read in facts.module.reads(facts.module.top, target.id):
        function = facts.module.function(read)
        if function is None or function in seen or body_loop(facts, read) is not None:
            continue  # in a loop that is the same key in each turn: key reuse
        uses = [use for use in _takers(facts, read) if use.kind != "fold"]
        for found in _in_function(facts, read, call, function, uses):
            seen.add(function)
            yield found


def _in_function(
    facts: Facts,
    node: ast.Call | ast.Name,
    maker: ast.Call,
    function: FunctionNode,
    uses: list[KeyUse],
) -> Iterator[ConstantKey]:
    if not _drawn(uses) or any(use.purpose.example for use in uses):
        facts.doubt(node, "nothing is seen to draw from {}, but for examples", node)
        return
    named = next((f for f in (function, *facts.module.functions(function))
                  if not isinstance(f, ast.Lambda)), None)  # fmt: skip
    if named is None or not _gets_data(facts, function):
        facts.doubt(node, "{} is not seen to be given other data each time", function)
        return
    made = facts.module.source(maker)
    again = _again(facts, node, function)
    if again is None:
        facts.doubt(node, "nothing is seen to call {} again and again", function)
        return
    why, certain = again
    certain = certain and _seen(facts, uses)
    yield ConstantKey(node, made, "call", named.name, why, "", certain)


def _gets_data(facts: Facts, function: FunctionNode) -> bool:
    """Whether a function takes anything: what takes nothing makes the same again on purpose."""
    names = set(parameters(function)) - {facts.module.receiver(function)}
    return bool(names) or any(
        set(parameters(f)) - {facts.module.receiver(f)} for f in facts.module.functions(function)
    )


def _again(facts: Facts, node: ast.AST, function: FunctionNode) -> tuple[str, bool] | None:
    """Why a function runs many times, and whether that is sure; None if nothing says so."""
    around = [function, *facts.module.functions(function)]
    for one in around:
        if runs_once(facts, one):
            return None
    for one in around:
        for wrap in tracing(facts).of(one):
            if wrap.transform.kind in TURNING and not wrap.transform.host:
                verb = tracing(facts).verb(wrap)
                return f"{verb} at {facts.at(wrap.site)}", True
    for one in around:
        looped = looped_call(facts, one)
        if looped is not None and isinstance(looped[1], LOOPS) and goes_on(facts, looped[1]):
            return f"called in the loop at {facts.at(looped[1])}", True
    staged = tracing(facts).staged(function)
    if staged is not None and "eval_shape" not in staged:
        return staged, False
    method = _forward(facts, node, function)
    return (f"`{method}` is a forward pass", False) if method is not None else None


def _forward(facts: Facts, node: ast.AST, function: FunctionNode) -> str | None:
    """The forward pass of a network that comes by a place, itself or by a method that it calls."""
    method = forward_method(facts, node)
    callers = calls(facts).callers(function) if method is None else []
    return next(filter(None, (forward_method(facts, call) for call in callers)), method)


# -- uses ----------------------------------------------------------------------------------


def _drawn(uses: list[KeyUse]) -> bool:
    """Whether numbers are drawn from a key, and not as examples of a shape."""
    drawing = ("sample", "call", "apply")
    return any(u.kind in drawing and not u.purpose.example for u in uses)


def _seen(facts: Facts, uses: list[KeyUse]) -> bool:
    """Whether numbers are seen to be drawn. A network that is given a stream of keys may draw
    nothing from it, unless it is told to, or is trained there."""
    for use in uses:
        if use.kind in ("sample", "call") and not use.purpose.example:
            return True
        told = use.kind == "apply" and any(name in STILL for name in keywords(use.call))
        function = facts.module.function(use.call)
        if told or (use.kind == "apply" and tracing(facts).differentiated(function) is not None):
            return True
    return False


def _uses(facts: Facts, value: ast.expr, depth: int = 3) -> list[KeyUse]:
    """What draws from a key, from its children too, within the function that makes it."""
    module = facts.module
    if facts.names.call(value) == STREAMS:
        return [use for key in keys_of(facts, value) for use in _uses(facts, key, depth - 1)] + [
            *draws_of(facts, value)
        ]
    direct = _takers(facts, value)
    if direct:
        return _children(facts, direct, depth)
    stored = module.stored_by(value)
    if stored is None:
        return []
    out: list[KeyUse] = []
    for target in stored.targets:
        for name in ast.walk(target):
            if not isinstance(name, ast.Name) or not isinstance(name.ctx, ast.Store):
                continue
            for read in module.reads(module.scope[name].holder(name.id), name.id):
                if module.function(read) is module.function(value) or depth < 3:
                    if (read.lineno, read.col_offset) > (value.lineno, value.col_offset):
                        out += _takers(facts, read)
    return _children(facts, out, depth)


def _children(facts: Facts, uses: list[KeyUse], depth: int) -> list[KeyUse]:
    """Uses of a key; of a split those of what it gives. What is folded in may differ each time."""
    out = []
    for use in uses:
        if use.kind == "split" and depth:
            out += _uses(facts, _whole(facts, use.call), depth - 1)
        elif use.kind != "fold":
            out.append(use)
    return out


def _whole(facts: Facts, call: ast.expr) -> ast.expr:
    """`split(key)[0]` around `split(key)`."""
    around = facts.module.parent[call]
    return around if isinstance(around, ast.Subscript) and around.value is call else call


def _takers(facts: Facts, value: ast.expr) -> list[KeyUse]:
    """What a call that is given a key does to it."""
    value = _whole(facts, value)
    call = facts.module.taker(value)
    if facts.names.call(call) in STACKS:
        call = facts.module.taker(call)  # `jnp.array(keys)`
    if isinstance(call, ast.Dict):
        return _streams(facts, call, value)
    if not isinstance(call, ast.Call) or call.func is value:
        return []
    use = key_use(facts, call) or sampled_by_method(call) or drawn_by_object(facts, call)
    used = [use] if use is not None else [*consumed_by_callee(facts, call, ())]
    return [u for u in used if u.key is value]


def _streams(facts: Facts, streams: ast.Dict, value: ast.expr) -> list[KeyUse]:
    """`model.apply(variables, x, rngs={"dropout": key})`, unless it is told to draw nothing, or may
    be told so by position and is not trained."""
    if _for_weights(streams, value):
        return []
    stored = facts.module.stored_by(streams)
    target = stored.targets[0] if stored is not None else None
    given: Sequence[ast.expr] = (streams,)
    if isinstance(target, ast.Name):
        given = facts.module.reads(facts.module.holder(target), target.id)
    takers = ((one, facts.module.taker(one)) for one in given)
    return [
        KeyUse(call, value, "apply", facts.module.source(call.func))
        for one, call in takers
        if isinstance(call, ast.Call) and keywords(call).get("rngs") is one and _draws(facts, call)
    ]


def _draws(facts: Facts, call: ast.Call) -> bool:
    """Whether a network that is given streams of keys may draw from them."""
    told = {n: said for n, said in keywords(call).items() if n in STILL}
    if told:
        return all(
            isinstance(said, ast.Constant) and said.value is not STILL[n]
            for n, said in told.items()
        )
    by_position = any(isinstance(a, ast.Constant) for a in call.args[1:])
    trained = tracing(facts).differentiated(facts.module.function(call)) is not None
    return trained or not by_position


def _for_weights(given: ast.Dict, value: ast.expr) -> bool:
    """Whether a key is for the first weights, which `apply` has no use for."""
    names = [k for k, v in zip(given.keys, given.values, strict=True) if v is value]
    return any(isinstance(name, ast.Constant) and name.value == "params" for name in names)
