"""What the facts claim about the files of a project, in terms of what a run can show.

A claim says of a place what *must* happen whenever it is reached, what *may*, or what *never* does.
A must or a never that a run breaks is a contradiction; what no run reached is not judged.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from _oracle_seen import Key, Seen

from jaxopt_lint.patterns.prng_key_reuse import key_reuses
from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.kinds import Kind
from jaxopt_lint.semantics.jax.recurrence import looped_call, runs_once
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.values import values
from jaxopt_lint.semantics.jax.wraps import wraps
from jaxopt_lint.semantics.python.scopes import FUNCTIONS
from jaxopt_lint.semantics.python.signatures import parameters
from jaxopt_lint.semantics.subjects.memory.donation import candidates
from jaxopt_lint.semantics.subjects.purity.side_effects import side_effects
from jaxopt_lint.semantics.subjects.transfer.syncs import syncs
from jaxopt_lint.semantics.subjects.transfer.waits import waits

Strength = Literal["must", "may", "never"]
Named = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Claim:
    """One thing that a fact says of a place.

    Attributes:
        fact: who says it.
        strength: "must", "may" or "never".
        about: what it is about, as `Seen` keys what happened.
        says: in words, for whoever looks at a contradiction.
        holds: whether a run bears it out; None where the run does not tell.
    """

    fact: str
    strength: Strength
    about: Key
    says: str
    holds: Callable[[Seen], bool | None]


def claims(facts: Facts, path: str) -> Iterator[Claim]:
    """All claims about one file; `path` is its name in the run."""
    for source in (_staged, _compiled, _kinds, _results, _counted, _unrolled, _recurring, _waiting,
                   _syncs, _keys, _donations, _eager, _impure):  # fmt: skip
        yield from source(facts, path)


def _functions(facts: Facts) -> Iterator[Named]:
    yield from facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef)


# -- what is traced -----------------------------------------------------------------------


def _staged(facts: Facts, path: str) -> Iterator[Claim]:
    for function in _functions(facts):
        why = tracing(facts).staged(function)
        if why is None:
            continue
        about = ("traced", path, function.lineno)

        def holds(seen: Seen, about: Key = about) -> bool | None:
            calls = seen.calls(about[1], about[2])
            return None if not calls.count else calls.traced == calls.count

        yield Claim("tracing.staged", "must", about, f"`{function.name}` is traced: {why}", holds)


def _compiled(facts: Facts, path: str) -> Iterator[Claim]:
    for wrap in wraps(facts):
        function = wrap.function
        if wrap.transform.kind != "jit" or not isinstance(function, ast.FunctionDef):
            continue
        about = ("compiled", path, function.lineno)
        lines = {function.lineno, *(d.lineno for d in function.decorator_list)}

        def holds(seen: Seen, about: Key = about, lines: set[int] = lines) -> bool | None:
            if not seen.calls(about[1], about[2]).count:
                return None
            return bool(lines & seen.traced_definitions(about[1]))

        strength: Strength = "must" if wrap.decorator and not wrap.inner else "may"
        yield Claim("wraps", strength, about, f"`{function.name}` is compiled", holds)


def _unrolled(facts: Facts, path: str) -> Iterator[Claim]:
    for loop in facts.module.all(ast.For):
        function = facts.module.function(loop)
        if tracing(facts).staged(function) is None:
            continue
        about = ("unrolled", path, loop.lineno)

        def holds(seen: Seen, about: Key = about) -> bool | None:
            turns = seen.turns(about[1], about[2])
            return None if not turns.count else turns.traced == turns.count

        yield Claim("tracing.staged (loops)", "must", about, "the loop is unrolled", holds)


# -- what values are ----------------------------------------------------------------------


def _kinds(facts: Facts, path: str) -> Iterator[Claim]:
    for function in _functions(facts):
        scope = facts.module.scopes.get(function)
        for name in parameters(function):
            if scope is None or any(b.kind != "param" for b in scope.bindings.get(name, ())):
                continue
            reads = [
                node for node in facts.module.held(scope, name)
                if isinstance(node.ctx, ast.Load) and facts.module.function(node) is function
            ]  # fmt: skip
            if not reads:
                continue
            kind = values(facts).kind(min(reads, key=lambda node: (node.lineno, node.col_offset)))
            about = ("value", path, function.lineno, name)
            yield from _kind(about, kind, f"`{name}` of `{function.name}`", "values (parameters)")


def _results(facts: Facts, path: str) -> Iterator[Claim]:
    for function in facts.module.all(ast.FunctionDef):
        returned = facts.module.returns(function)
        if any(
            isinstance(node, (ast.Yield, ast.YieldFrom)) and facts.module.function(node) is function
            for node in ast.walk(function)
        ):
            continue
        kinds = {values(facts).kind(r.value) for r in returned if r.value is not None}
        if len(kinds) == 1 and all(r.value is not None for r in returned):
            about = ("value", path, function.lineno, "")
            what = f"the result of `{function.name}`"
            yield from _kind(about, kinds.pop(), what, "values (results)")


def _kind(about: Key, kind: Kind, what: str, fact: str) -> Iterator[Claim]:
    if kind in (Kind.UNKNOWN, Kind.CALLABLE):
        return

    def holds(seen: Seen) -> bool | None:
        answers = {fits(kind, text) for text in seen.types(about)}
        if False in answers:
            return False
        return True if True in answers else None

    never = kind in (Kind.STATIC, Kind.HOST)
    says = f"{what} is {'no array of JAX: ' if never else ''}{kind.value}"
    yield Claim(fact, "never" if never else "must", about, says, holds)


_PLAIN = re.compile(r"(bool|int|float|complex|str|bytes|NoneType|slice|range|function|type)\b")


def fits(kind: Kind, text: str) -> bool | None:
    """Whether a value that was seen, as `Value.types` writes it, is of a kind; None if unclear.

    >>> fits(Kind.TRACER, "tracer float32[3]"), fits(Kind.STATIC, "tracer float32[3]")
    (True, False)
    >>> fits(Kind.TREE, "dict{a:tracer float32[]}"), fits(Kind.DEVICE, "list(jax float32[])")
    (True, False)
    >>> fits(Kind.TREE, "models.State")
    """
    tracer, jax = "tracer " in text, "jax " in text
    if kind in (Kind.STATIC, Kind.HOST):
        return not (tracer or jax)
    if kind is Kind.TRACER:
        return text.startswith("tracer ")
    if kind is Kind.DEVICE:
        return text.startswith(("jax ", "tracer "))
    if tracer or (jax and kind is Kind.DEVICE_TREE):
        return True
    if jax or text.startswith("numpy ") or _PLAIN.match(text):
        return kind is Kind.TREE and text == "NoneType"
    return None  # a container without arrays, or an object that may hold some


# -- how often code runs ------------------------------------------------------------------


def _counted(facts: Facts, path: str) -> Iterator[Claim]:
    for loop in facts.module.all(ast.For):
        iterated = loop.iter
        if not isinstance(iterated, ast.Call) or iterated.keywords:
            continue
        if not facts.names.is_builtin(iterated.func, "range"):
            continue
        given = [static_int(facts, argument) for argument in iterated.args]
        known = [number for number in given if number is not None]
        if not known or len(known) != len(given) or (len(known) == 3 and known[2] == 0):
            continue
        turns = len(range(*known))
        ends = any(isinstance(n, (ast.Break, ast.Return, ast.Raise)) for n in ast.walk(loop))
        about = ("loop", path, loop.lineno)

        def holds(
            seen: Seen, about: Key = about, turns: int = turns, ends: bool = ends
        ) -> bool | None:
            found = seen.turns(about[1], about[2])
            if not found.entries or not found.finished:
                return None
            return found.most <= turns if ends else found.least == found.most == turns

        strength: Strength = "may" if ends else "must"
        yield Claim("static_int (loops)", strength, about, f"{turns} iterations", holds)


def _recurring(facts: Facts, path: str) -> Iterator[Claim]:
    for function in _functions(facts):
        about = ("called", path, function.lineno)
        if runs_once(facts, function):

            def once(seen: Seen, about: Key = about) -> bool | None:
                calls = seen.calls(about[1], about[2])
                return None if not calls.count else calls.most_in_a_process <= 1

            yield Claim("runs_once", "never", about, f"`{function.name}` runs again", once)
        elif looped_call(facts, function) is not None:

            def often(seen: Seen, about: Key = about) -> bool | None:
                calls = seen.calls(about[1], about[2])
                return None if not calls.count else calls.most_in_a_process > 1

            yield Claim("looped_call", "may", about, f"`{function.name}` runs often", often)


# -- what waits ---------------------------------------------------------------------------


def _waiting(facts: Facts, path: str) -> Iterator[Claim]:
    for call in facts.module.all(ast.Call):
        how, asked = waits(facts, call)
        if not asked:
            continue
        kinds = [values(facts).kind(node) for node in asked]
        must = any(kind in (Kind.DEVICE, Kind.DEVICE_TREE) for kind in kinds)
        if not must and all(kind in (Kind.STATIC, Kind.HOST) for kind in kinds):
            continue
        about = ("wait", path, call.lineno)
        end = call.end_lineno or call.lineno

        def holds(seen: Seen, about: Key = about, end: int = end) -> bool | None:
            if seen.waits(about[1], about[2], end):
                return True
            return False if seen.reached(about[1], about[2], end) else None

        yield Claim("waits", "must" if must else "may", about, f"a {how} waits", holds)


def _syncs(facts: Facts, path: str) -> Iterator[Claim]:
    for node, sync in syncs(facts).items():
        about = ("wait", path, node.lineno)
        end, loop = node.end_lineno or node.lineno, sync.step.loop.lineno

        def holds(seen: Seen, about: Key = about, end: int = end, loop: int = loop) -> bool | None:
            if not seen.turns(about[1], loop).count:
                return None
            return seen.waits(about[1], about[2], end) > 0

        yield Claim("syncs", "must", about, f"a {sync.kind} waits on every turn", holds)


# -- keys, memory, purity -----------------------------------------------------------------


def _keys(facts: Facts, path: str) -> Iterator[Claim]:
    for call, reuse in key_reuses(facts).items():
        about = ("key", path, call.lineno)
        end = call.end_lineno or call.lineno

        def holds(seen: Seen, about: Key = about, end: int = end) -> bool | None:
            if seen.reused_keys(about[1], about[2], end):
                return True
            return False if seen.reached(about[1], about[2], end) else None

        yield Claim("key_reuses", "must", about, f"a key is used again: {reuse.effect}", holds)


def _donations(facts: Facts, path: str) -> Iterator[Claim]:
    for candidate in candidates(facts).values():
        name = getattr(candidate.function, "name", "")
        if not name or not candidate.parameters:
            continue
        about = ("undonated", name)
        strength: Strength = "may" if candidate.blocked else "must"

        def holds(seen: Seen, name: str = name) -> bool | None:
            if not seen.jitted_calls(name):
                return None
            return seen.undonated(name)

        yield Claim("candidates", strength, about, f"`{name}` could donate", holds)


def _eager(facts: Facts, path: str) -> Iterator[Claim]:
    for step in eager_steps(facts).values():
        if step.function is None:
            continue
        about = ("traced", path, step.function.lineno)

        def holds(seen: Seen, about: Key = about) -> bool | None:
            calls = seen.calls(about[1], about[2])
            return None if not calls.count else calls.traced == 0

        yield Claim("eager_steps", "never", about, f"`{step.function.name}` is traced", holds)


def _impure(facts: Facts, path: str) -> Iterator[Claim]:
    for node, effect in side_effects(facts).items():
        function = facts.module.function(node)
        line = getattr(node, "lineno", 0)
        if not isinstance(function, FUNCTIONS) or not line:
            continue
        about = ("impurity", path, line)

        def holds(seen: Seen, about: Key = about, home: int = function.lineno) -> bool | None:
            if seen.impure(about[1], about[2]):
                return True
            return False if seen.calls(about[1], home).traced else None

        yield Claim("side_effects", "may", about, f"an effect while tracing: {effect.how}", holds)
