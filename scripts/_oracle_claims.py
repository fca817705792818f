"""What the facts claim about the files of a project, in terms of what a run can show.

A claim says of a place what *must* happen whenever it is reached, what *may*, or what *never* does.
A must or a never that a run breaks is a contradiction; what no run reached is not judged.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from _oracle_claim import Claim, Strength
from _oracle_seen import SAMPLED, Key, Seen
from _oracle_values import given, returned
from _oracle_ways import Ways

from jaxopt_lint.patterns.prng_key_reuse import key_reuses
from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.effects.walk import effects
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

Named = ast.FunctionDef | ast.AsyncFunctionDef
_PLACE = re.compile(r"(?:at|in) (\S+\.py):(\d+)")  # in a witness of the facts
_SHOWS = ("writes", "mutates", "draws", "prints", "callback", "unknown")


def claims(facts: Facts, path: str, ways: Ways) -> Iterator[Claim]:
    """All claims about one file; `path` is its name in the run."""
    yield from _staged(facts, path, ways)
    for source in (
        _compiled, _jitted, given, returned, _counted, _unrolled, _recurring, _reaching,
        _waiting, _syncs, _keys, _donations, _eager, _impure, _pure,
    ):  # fmt: skip
        yield from source(facts, path)


def _functions(facts: Facts) -> Iterator[Named]:
    yield from facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef)


# -- what is traced -----------------------------------------------------------------------


def _staged(facts: Facts, path: str, ways: Ways) -> Iterator[Claim]:
    for function in _functions(facts):
        why = tracing(facts).staged(function)
        if why is None:
            continue
        about = ("traced", path, function.lineno)
        witnesses = [(file, int(line)) for file, line in _PLACE.findall(why)]

        def some(
            seen: Seen, about: Key = about, witnesses: list[tuple[str, int]] = witnesses
        ) -> bool | None:
            calls = seen.calls(about[1], about[2])
            if not calls.count or not (calls.traced or all(seen.ran(*one) for one in witnesses)):
                return None
            return calls.traced > 0

        def every(seen: Seen, about: Key = about) -> bool | None:
            calls = seen.calls(about[1], about[2])
            return calls.traced == calls.count if calls.traced else None

        says = f"`{function.name}` is traced: {why}"
        if ways.always(facts, function):
            yield Claim("tracing.staged", "must", about, says, some)
        else:
            yield Claim("tracing.staged (on some ways)", "may", about, says, some)
        yield Claim("tracing.staged", "may", about, says, every)


def _compiled(facts: Facts, path: str) -> Iterator[Claim]:
    for wrap in wraps(facts):
        function = wrap.function
        if wrap.transform.kind != "jit" or not isinstance(function, ast.FunctionDef):
            continue
        about = ("traced", path, function.lineno)

        def holds(seen: Seen, about: Key = about) -> bool | None:
            calls = seen.calls(about[1], about[2])
            return None if not calls.count else calls.traced == calls.count

        strength: Strength = "must" if wrap.decorator and not wrap.inner else "may"
        yield Claim("wraps", strength, about, f"`{function.name}` is compiled", holds)


def _jitted(facts: Facts, path: str) -> Iterator[Claim]:
    for call in facts.module.all(ast.Call):
        if not tracing(facts).compiled(call.func) or _covered(facts, call.func):
            continue
        about = ("dispatch", path, call.lineno, call.col_offset + 1)

        def holds(seen: Seen, about: Key = about) -> bool | None:
            how = seen.dispatches(about[1], about[2], about[3])
            return "jitted" in how if how else None

        says = f"`{ast.unparse(call.func)}` is compiled"
        yield Claim("tracing.jitted", "must", about, says, holds)


def _covered(facts: Facts, function: ast.expr) -> bool:
    """Whether something else is around what is compiled: a run shows the outermost alone."""
    callee = calls(facts).callee(function)
    around = callee.wraps if callee is not None else ()
    return bool(around) and TRANSFORMS[around[0][0]].kind not in ("jit", "pmap")


def _unrolled(facts: Facts, path: str) -> Iterator[Claim]:
    for loop in facts.module.all(ast.For):
        function = facts.module.function(loop)
        if not isinstance(function, Named) or tracing(facts).staged(function) is None:
            continue
        about = ("unrolled", path, loop.lineno)

        def holds(seen: Seen, about: Key = about, home: int = function.lineno) -> bool | None:
            turns, calls = seen.turns(about[1], about[2]), seen.calls(about[1], home)
            if not turns.count or not calls.traced:
                return None
            # Of calls of both kinds it may be those outside of traces that go round.
            return True if turns.traced else False if calls.traced == calls.count else None

        yield Claim("tracing.staged (loops)", "must", about, "the loop is unrolled", holds)


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
            if not ends and found.entries == 1 and found.most < turns:
                return None  # an exception may have ended it
            return found.most <= turns if ends else found.least == found.most == turns

        strength: Strength = "never" if ends else "must"
        if not all(_fixed(facts, argument) for argument in iterated.args):
            strength = "may"
        more = "more than " if strength == "never" else ""
        yield Claim("static_int (loops)", strength, about, f"{more}{turns} iterations", holds)


def _fixed(facts: Facts, argument: ast.expr) -> bool:
    """Whether an integer hangs on no default that a caller may override."""
    top = facts.module.top.bindings
    return not any(
        isinstance(node, ast.Attribute)
        or (isinstance(node, ast.Name) and facts.names.binding(node) != top.get(node.id, []))
        for node in ast.walk(argument)
    )


def _recurring(facts: Facts, path: str) -> Iterator[Claim]:
    for function in _functions(facts):
        about = ("called", path, function.lineno)
        if runs_once(facts, function) and not _cached(facts, function):

            def once(seen: Seen, about: Key = about) -> bool | None:
                calls = seen.calls(about[1], about[2])
                return calls.most_from_a_place <= 1 if 0 < calls.count <= SAMPLED else None

            yield Claim("runs_once", "never", about, f"`{function.name}` runs again", once)
        elif looped_call(facts, function) is not None:

            def often(seen: Seen, about: Key = about) -> bool | None:
                calls = seen.calls(about[1], about[2])
                return None if not calls.count else calls.most_in_a_process > 1

            yield Claim("looped_call", "may", about, f"`{function.name}` runs often", often)


def _cached(facts: Facts, function: Named) -> bool:
    """Whether it runs once for each argument, of which a run does not tell."""
    names = (facts.names.of(getattr(d, "func", d)) for d in function.decorator_list)
    return bool(parameters(function)) and any("cache" in (name or "") for name in names)


def _reaching(facts: Facts, path: str) -> Iterator[Claim]:
    every = list(facts.module.all(ast.Call))
    for call in every:
        callee = calls(facts).callee(call.func)
        function = callee.node if callee is not None and not callee.wraps else None
        if not isinstance(function, Named):
            continue
        first, last = call.lineno, call.end_lineno or call.lineno
        if any(
            one is not call and one.lineno <= last and (one.end_lineno or one.lineno) >= first
            for one in every
        ):
            continue  # which of the calls on these lines led there is not seen
        about = ("reaches", path, first)
        target = (path, function.lineno)
        direct = not _wrapped(facts, function)

        def holds(
            seen: Seen, about: Key = about, last: int = last, name: str = function.name,
            target: tuple[str, int] = target, direct: bool = direct,
        ) -> bool | None:  # fmt: skip
            found = seen.reached_from(about[1], about[2], last)
            if target in found:
                return True
            others = found if direct else {one for one in found if seen.name(*one) == name}
            return False if others and seen.calls(*target).count <= SAMPLED else None

        yield Claim("calls", "must", about, f"`{function.name}` is called", holds)


def _wrapped(facts: Facts, function: Named) -> bool:
    """Whether decorators or base classes may have made something of it that calls it deeper."""
    owner = facts.module.class_of(function)
    return bool(function.decorator_list) or (owner is not None and bool(owner.bases))


# -- what waits ---------------------------------------------------------------------------


def _waiting(facts: Facts, path: str) -> Iterator[Claim]:
    for call in facts.module.all(ast.Call):
        how, asked = waits(facts, call)
        if not how or not asked:
            continue
        kinds = [values(facts).kind(node) for node in asked]
        about = ("wait", path, call.lineno)
        end = call.end_lineno or call.lineno

        def holds(seen: Seen, about: Key = about, end: int = end) -> bool | None:
            if seen.waits(about[1], about[2], end):
                return True
            return False if seen.reached(about[1], about[2], end) else None

        def without(
            seen: Seen, about: Key = about, end: int = end, column: int = call.col_offset + 1
        ) -> bool | None:
            if seen.waited(about[1], about[2], column):
                return False
            return True if seen.reached(about[1], about[2], end) else None

        if all(kind in (Kind.STATIC, Kind.HOST) for kind in kinds):
            yield Claim("waits", "never", about, f"a {how} waits", without)
        else:
            must = any(kind in (Kind.DEVICE, Kind.DEVICE_TREE) for kind in kinds)
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

        sure = not reuse.assumed and not reuse.shared
        claim = "must" if sure else "may"
        yield Claim("key_reuses", claim, about, f"a key is used again: {reuse.effect}", holds)


def _donations(facts: Facts, path: str) -> Iterator[Claim]:
    for candidate in candidates(facts).values():
        name = getattr(candidate.function, "name", "")
        if not name or not candidate.parameters:
            continue
        about = ("undonated", name)
        strength: Strength = "may" if candidate.blocked else "must"

        def holds(seen: Seen, name: str = name) -> bool | None:
            if not seen.looked_at(name):
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


def _pure(facts: Facts, path: str) -> Iterator[Claim]:
    for function in _functions(facts):
        if any(effect.kind in _SHOWS for effect in effects(facts, function)):
            continue
        about = ("impurity", path, function.lineno)
        end = function.end_lineno or function.lineno

        def holds(seen: Seen, about: Key = about, end: int = end) -> bool | None:
            if any(seen.impure(about[1], line) for line in range(about[2], end + 1)):
                return False
            return True if seen.calls(about[1], about[2]).traced else None

        says = f"`{function.name}` does something that is seen outside"
        yield Claim("effects", "never", about, says, holds)
