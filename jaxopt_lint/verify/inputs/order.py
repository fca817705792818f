"""The sources of inputs in their order, and what is said where none of them serves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.budget import FixSpent
from jaxopt_lint.verify.evidence import Reason, unverified
from jaxopt_lint.verify.inputs.calls import Calls
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan, Source
from jaxopt_lint.verify.inputs.recordings import Recordings
from jaxopt_lint.verify.inputs.reruns import Reruns
from jaxopt_lint.verify.inputs.stated import Annotations, Stated
from jaxopt_lint.verify.inputs.synthesis import Synthesis
from jaxopt_lint.verify.inputs.testing import Tests

# What the user has said goes first, then what has been seen, then what is read off the code,
# and what is made up last.
SOURCES: tuple[Source, ...] = (
    Stated(), Recordings(), Reruns(lifted=True), Reruns(lifted=False, tested=True), Calls(),
    Tests(), Reruns(lifted=False), Annotations(), Synthesis(),
)  # fmt: skip
# Reasons that lie with the inputs: those of another source may serve.
_OF_INPUTS = (
    Reason.ORIGINAL_RAISES,
    Reason.ORIGINAL_CRASHES,
    Reason.UNPICKLABLE,
    Reason.BAD_INPUT_SPEC,
    Reason.NEVER_CALLED,
)


def plans(asked: Asked, sources: Sequence[Source] = SOURCES) -> Iterator[Plan | Missing]:
    """What the sources answer, each asked when the answer before was of no use."""
    for place, source in enumerate(sources):
        with _while(source.name):
            found = source.plan(asked)
        if isinstance(found, Plan):
            yield replace(found, source=source.name)
        elif found is not None:
            yield found
            if found.last:  # unless the user has seen it run
                again = [one for one in sources[place + 1 :] if isinstance(one, Reruns)]
                yield from plans(asked, again)
                return


def of_more_devices(asked: Asked, plan: Plan) -> Plan:
    """The same calls where there are more devices: code that makes its arguments may make a row for
    each of them."""
    for source in SOURCES:
        if source.name == plan.source and isinstance(source, Calls):
            found = source.plan(asked)
            if isinstance(found, Plan):
                return replace(found, source=plan.source, grad=plan.grad)
    return plan


def decided(
    asked: Asked, run: Callable[[Plan], Evidence], sources: Sequence[Source] = SOURCES
) -> Evidence:
    """The evidence that running with the first inputs of use gives; else all that was wrong."""
    missing: list[Missing] = []
    try:
        return _first_of_use(asked, run, sources, missing)
    except FixSpent as spent:
        budget = asked.settings.budget
        limit = f"{budget.seconds:g} s, which are all for one fix," if budget else "its time"
        late = f"{limit} were over while inputs from `{spent}` were tried"
        return unverified(Reason.TIMEOUT, "; ".join([late, *(one.detail for one in missing)]))


@contextmanager
def _while(source: str) -> Iterator[None]:
    """Have it told what was tried when the time of a fix was over."""
    try:
        yield
    except FixSpent as spent:
        raise FixSpent(*(spent.args or (source,))) from None


def _first_of_use(
    asked: Asked,
    run: Callable[[Plan], Evidence],
    sources: Sequence[Source],
    missing: list[Missing],
) -> Evidence:
    failed: Evidence | None = None
    for plan in plans(asked, sources):
        if isinstance(plan, Missing):
            missing.append(plan)
            continue
        with _while(plan.source):
            found = replace(run(plan), sources=(plan.source,))
        if plan.stated or found.verdict is not Verdict.UNVERIFIED or not _lies_with_inputs(found):
            return found
        failed = failed or found
        detail = found.checks[0].detail if found.checks else ""
        missing.append(Missing(Reason(found.reason), f"{plan.words}: {detail}"))
    if failed is not None and len(missing) == 1:
        return failed
    reasons = [one.reason for one in missing if one.reason is not Reason.NO_INPUT_SPEC]
    reason = Reason(failed.reason) if failed else next(iter(reasons), Reason.NO_INPUT_SPEC)
    return unverified(reason, "; ".join(dict.fromkeys(one.detail for one in missing)))


def _lies_with_inputs(found: Evidence) -> bool:
    return found.reason in _OF_INPUTS
