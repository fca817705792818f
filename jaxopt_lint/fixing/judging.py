"""Asks the harness about one fix: which functions changed, and what running them shows."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint.finding import Check, Evidence, Finding, Verdict
from jaxopt_lint.fixing.alike import Alike, alike
from jaxopt_lint.fixing.asking import Asked, asked, outlined, spared_of
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.settings.config import Config
from jaxopt_lint.syntax.reading import parse

if TYPE_CHECKING:
    from jaxopt_lint.verify.session import Session
    from jaxopt_lint.verify.settings import VerifySettings


# Reasons that may lie with the rest of a function, and not with what changed of it.
_BY_THE_REST = {
    "NO_INPUT_SPEC", "NEVER_CALLED", "NESTED_FUNCTION", "UNPICKLABLE", "ORIGINAL_RAISES",
    "ORIGINAL_CRASHES", "OPAQUE_RESULT", "NOTHING_TO_COMPARE", "NONDETERMINISTIC", "TIMEOUT",
    "NO_F64_RUN",
}  # fmt: skip

# Reasons that lie with the rest of the file: what a function needs of it may do without.
BY_THE_FILE = {"IMPORT_FAILED", "TIMEOUT"}

_DIFFERS = "its parts alone differ on arguments that nothing shows them to get"

_HANDS_ELSE = "it gives nothing back, and what it hands to others is in another form"
# Checks on what a function gives.
_OF_RESULTS = {
    "tree", "type", "shape", "dtype", "weak type", "sharding", "value", "f64", "sizes",
    "variations", "extremes", "sign of zero", "gradient", "jvp", "second derivative",
    "f64 gradient", "f64 jvp", "f64 second derivative", "cancellation", "range",
}  # fmt: skip

_GIVEN_AWAY = (
    "every check passed, but whether callers of the function around still need what is given away "
    "shows there"
)
_MADE_UP = {"sizes", "variations", "extremes"}  # checks on more than the calls that were made


@contextmanager
def judging(
    config: Config, settings: VerifySettings
) -> Iterator[Callable[[Facts, str, Finding], Evidence]]:
    """A judge that shares one running JAX over all fixes of a run."""
    from jaxopt_lint.fixing.verdicts import Change, Verdicts
    from jaxopt_lint.verify.budget import Share, for_one_fix
    from jaxopt_lint.verify.evidence import Reason, unverified
    from jaxopt_lint.verify.harness import verify_change
    from jaxopt_lint.verify.session import Session

    kept = None if settings.verdicts is None else Verdicts(settings.verdicts, settings)
    with Session(settings) as session:

        def kept_or(
            change: Change, decide: Callable[[], dict[str, Evidence]]
        ) -> dict[str, Evidence]:
            return decide() if kept is None else kept.found(change, session, decide)

        def decided(change: Change, budget: Share) -> dict[str, Evidence]:
            def decide() -> dict[str, Evidence]:
                if budget.alone:
                    late = unverified(Reason.TIMEOUT, "the time for one fix was over before")
                    return dict.fromkeys(change.functions, late)
                if not budget.left:
                    return dict.fromkeys(change.functions, unverified(Reason.NOT_REACHED))
                limited = replace(settings, budget=budget)
                return verify_change(
                    change.root, change.texts, change.functions, limited, donated=change.donated,
                    jitted=change.jitted, pieces=change.pieces, limits=change.limits,
                    whole=change.whole, session=session,
                )  # fmt: skip

            return kept_or(change, decide)

        def judge(facts: Facts, new: str, finding: Finding) -> Evidence:
            module = facts.module
            if module.seams:
                return unverified(Reason.NOTEBOOK)
            if ast.dump(module.tree) == ast.dump(parse(new).tree):
                return Evidence(Verdict.PROVED, checks=(Check("run", None, "same program"),))
            after = Facts(
                Module(new, module.name, path=module.path, is_package=module.is_package),
                facts.project,
                display=facts.display,
            )
            file = (config.root / facts.display).resolve()
            same = alike(facts, after)
            if same is not None:
                whole = Change(config.root, {file: (module.text, new)}, [f"{module.name}:"], {})
                shown = combined(kept_or(whole, lambda: {"": _shown(session, same)}))
                if shown.verdict is Verdict.PROVED:
                    return shown

            budget = for_one_fix(settings.timeout, settings.budget)

            def run(question: Asked) -> Evidence:
                change = Change(
                    config.root, {file: question.texts}, question.functions, question.donated,
                    question.jitted, question.pieces, question.callers,
                    finding.fix.limits if finding.fix is not None else (), question.whole,
                )  # fmt: skip
                return question.told(combined(decided(change, budget)))

            question, why = asked(facts, after)
            apart = None if question is not None and question.lifted else outlined(facts, after)
            if apart is None and (question is None or why):
                return no_function(why)
            return judged(
                None if why else question, apart, run, lambda one: spared_of(one, facts.display),
                lambda: outlined(facts, after, wide=True),
                sooner=_observed(config.root, file)
                and not _has_calls(config.root, question, settings.timeout),
            )  # fmt: skip

        yield judge


def _observed(root: Path, file: Path) -> bool:
    """Whether a run of the user's loaded a file, which can be run again up to what changed."""
    from jaxopt_lint.observe.store import Store
    from jaxopt_lint.verify.inputs.reruns import RUNS

    store = Store(root)
    own = itertools.islice(store.own(), RUNS) if store.runs.is_dir() else ()
    inside = file.relative_to(root).as_posix() if file.is_relative_to(root) else ""
    return any(store.loaded(name, inside) for name in own)


def _has_calls(root: Path, question: Asked | None, timeout: float) -> bool:
    """Whether the calls of a function are there that a short run has made: nothing needs to be run
    again for them, and they take no longer than that run."""
    from jaxopt_lint.observe.recorded import believed
    from jaxopt_lint.observe.sealing import lasted
    from jaxopt_lint.observe.store import Store

    if question is None or question.lifted:
        return False
    store = Store(root)
    for name, found in believed(store):
        if all(function in found.calls for function in question.functions):
            return lasted(store.runs / name) < timeout
    return False


def _shown(session: Session, same: Alike) -> Evidence:
    """The evidence on versions that are one program, if the names in which they differ are those of
    one object each where the project runs; else that has to be seen by running them."""
    from jaxopt_lint.verify.evidence import Reason, unverified
    from jaxopt_lint.verify.one_object import are_same

    environment = are_same(session, same.needed, sorted(same.uses))
    if environment is None:
        return unverified(Reason.NOT_REACHED)
    return Evidence(
        Verdict.PROVED, checks=(Check("run", None, same.words),), environment=environment
    )


def judged(
    whole: Asked | None,
    part: Asked | None,
    run: Callable[[Asked], Evidence],
    less: Callable[[Asked], Asked | None] = lambda _: None,
    wider: Callable[[], Asked | None] = lambda: None,
    *,
    sooner: bool = False,
) -> Evidence:
    """The evidence on a function, or on what changed of it where that says more or alone can be
    run; at least one of them is there.

    Args:
        less: the same question of a file that holds no more than what is asked about.
        wider: what changed, with all that uses what it binds: asked where it differs alone.
        sooner: whether what changed is asked about first, as a run that was observed ends there,
            where the function may go on for hours; where that settles nothing, it comes second.
    """
    first = part is not None and (part.first or sooner)
    order = [part, whole] if first else [whole, part]
    found: Evidence | None = None
    around: Evidence | None = None
    for question in order:
        if question is None:
            continue
        seen = _with_less(question, less(question), run)
        if question is whole:
            around = seen
        if question is part or question.bare:
            seen = _of_handed(seen) if question.handed else _of_part(seen)
            more = wider() if _differs_alone(seen) else None
            if more is not None:
                found_wide = _of_part(_with_less(more, less(more), run))
                seen = seen if found_wide.verdict is Verdict.UNVERIFIED else found_wide
        if found is None or seen.verdict is not Verdict.UNVERIFIED:
            found = seen
        elif found.verdict is not Verdict.UNVERIFIED:
            pass
        elif seen.checks:
            why = (
                f"{'alone' if question is part else 'with all around it'}: {seen.checks[0].detail}"
            )
            found = replace(found, checks=(*found.checks, Check("also tried", None, why)))
        # Whose arrays are given away shows around the function that is given them alone.
        settled = _settles(found) and not any(question.donated.values())
        asks_on = first and question is part and not question.first and not settled
        if found.reason not in _BY_THE_REST and not asks_on:
            break
    assert found is not None
    if around is not None and part is not None and whole is not None:
        if around.verdict is Verdict.UNVERIFIED and any(part.donated.values()):
            return found if found.verdict is Verdict.REFUTED else _of_giver(found, around, whole)
    return found


def _of_giver(found: Evidence, around: Evidence, whole: Asked) -> Evidence:
    """The evidence on a step that gives away what it takes, where nothing was seen of the function
    around: what that was given by its own callers may be among it, and they may still read it."""
    seen = any(check.name == "inputs alive" and check.passed for check in around.checks)
    if found.verdict is Verdict.UNVERIFIED or seen or not _is_given_something(whole):
        return found
    checks = (*around.checks[:1], Check("alone", None, _GIVEN_AWAY))
    return replace(around, checks=checks)


def _is_given_something(whole: Asked) -> bool:
    """Whether the functions are called with anything that they use."""
    from jaxopt_lint.verify.spec import find_definition

    for name in whole.functions:
        node = find_definition(whole.texts[0], name.partition(":")[2])
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return True
        args = node.args
        listed = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
        given = {one.arg for one in listed if one is not None}
        if any(isinstance(n, ast.Name) and n.id in given for n in ast.walk(node)):
            return True
    return False


def _settles(found: Evidence) -> bool:
    """Whether nothing that the function around would show can speak against evidence on what
    changed of it, which was asked about first."""
    seen = found.verdict is Verdict.VERIFIED and "recorded" in found.sources
    return seen or found.verdict is Verdict.PROVED


def _with_less(question: Asked, spared: Asked | None, run: Callable[[Asked], Evidence]) -> Evidence:
    """The evidence on a question, or on the same of a file with less in it, where that is sooner
    had, or where the file itself is in the way."""
    sooner = run(spared) if spared is not None and spared.sooner else None
    if sooner is not None and sooner.reason not in BY_THE_FILE | {"NO_INPUT_SPEC"}:
        return sooner
    seen = run(question)
    if seen.reason not in BY_THE_FILE or spared is None:
        return seen
    again = sooner or run(spared)
    return again if again.reason not in BY_THE_FILE else seen


def _of_part(found: Evidence) -> Evidence:
    """The evidence on changed statements: nobody promises what they do with anything but what the
    rest of the function hands to them."""
    failed = {check.name for check in found.checks if check.passed is False}
    handed = "synthesis" not in found.sources and not failed <= _MADE_UP
    if found.verdict is not Verdict.REFUTED or handed:
        return found
    return replace(
        found, verdict=Verdict.UNVERIFIED, reason="NO_INPUT_SPEC",
        checks=(Check("inputs", None, _DIFFERS),), gain={}, loses=False, gains=False,
    )  # fmt: skip


def _of_handed(found: Evidence) -> Evidence:
    """The evidence on statements of which just what they hand to others can be compared: that is no
    result, and others may do with another form of it."""
    failed = {check.name for check in found.checks if check.passed is False}
    if found.verdict is not Verdict.REFUTED or failed - _OF_RESULTS:
        return _of_part(found)
    return replace(
        found, verdict=Verdict.UNVERIFIED, reason="NOTHING_TO_COMPARE",
        checks=(Check("run", None, _HANDS_ELSE),), gain={}, loses=False, gains=False,
    )  # fmt: skip


def _differs_alone(found: Evidence) -> bool:
    return found.verdict is Verdict.UNVERIFIED and any(c.detail == _DIFFERS for c in found.checks)


def no_function(why: str) -> Evidence:
    """Evidence on a change that no function holds which could be run."""
    return Evidence(Verdict.UNVERIFIED, reason="NO_FUNCTION", checks=(Check("run", None, why),))


def combined(found: dict[str, Evidence]) -> Evidence:
    """One verdict over several functions: the weakest of them."""
    order = [Verdict.REFUTED, Verdict.UNVERIFIED, Verdict.VERIFIED, Verdict.PROVED]
    results = list(found.values())
    worst = min(results, key=lambda e: order.index(e.verdict))
    if len(results) == 1:
        return worst
    checks = tuple(
        Check(f"{name.partition(':')[2]}: {check.name}", check.passed, check.detail)
        for name, evidence in found.items()
        for check in evidence.checks
    )
    gain: dict[str, object] = {}
    for name, evidence in found.items():
        for metric, value in evidence.gain.items():
            gain.setdefault(metric, value)
            if metric not in worst.gain:
                gain[f"{name.partition(':')[2]} {metric}"] = value
    return replace(
        worst,
        checks=checks,
        inputs="; ".join(sorted({e.inputs for e in results if e.inputs})),
        gain=gain,
        loses=any(e.loses for e in results),
        gains=any(e.gains for e in results),
        sources=tuple(sorted({source for e in results for source in e.sources})),
    )
