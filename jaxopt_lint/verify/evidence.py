"""Why nothing could be decided, and how evidence is put together."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from jaxopt_lint.finding import Check, Evidence, Verdict
from jaxopt_lint.verify.told import explained


class Reason(StrEnum):
    """The fixed list of reasons of an UNVERIFIED verdict."""

    NEVER_CALLED = "NEVER_CALLED"  # by what was recorded; or no call gets to what changed
    NO_INPUT_SPEC = "NO_INPUT_SPEC"  # nothing says which arguments it takes
    BAD_INPUT_SPEC = "BAD_INPUT_SPEC"  # what says so cannot be read
    ORIGINAL_RAISES = "ORIGINAL_RAISES"  # on every input
    ORIGINAL_CRASHES = "ORIGINAL_CRASHES"  # the whole process died
    IMPORT_FAILED = "IMPORT_FAILED"
    NESTED_FUNCTION = "NESTED_FUNCTION"  # and its enclosing function has no inputs
    UNPICKLABLE = "UNPICKLABLE"  # an argument cannot be carried to another process
    OPAQUE_RESULT = "OPAQUE_RESULT"  # a returned object that cannot be compared
    NOTHING_TO_COMPARE = "NOTHING_TO_COMPARE"  # no result, no output, no changed argument
    NONDETERMINISTIC = "NONDETERMINISTIC"
    ILL_CONDITIONED = "ILL_CONDITIONED"
    NO_F64_RUN = "NO_F64_RUN"  # the original does not run with 64-bit types
    TIMEOUT = "TIMEOUT"  # of the original, of all calls of the rewrite together, or of a fix
    NEEDS_BACKEND = "NEEDS_BACKEND"
    NOT_IN_OVERLAY = "NOT_IN_OVERLAY"  # the project was imported from somewhere else
    NO_JAX = "NO_JAX"  # not in the interpreter of the project
    TREE_CHANGED = "TREE_CHANGED"  # the user's code wrote into the user's tree
    NO_FUNCTION = "NO_FUNCTION"  # the change is at module level
    NOT_REACHED = "NOT_REACHED"  # the budget was spent before
    NOTEBOOK = "NOTEBOOK"  # nothing can import it


_MEANING = {
    Reason.NEVER_CALLED: "no call is known that gets there",
    Reason.NO_INPUT_SPEC: "nothing says which arguments to run it with",
    Reason.BAD_INPUT_SPEC: "what describes its arguments cannot be read",
    Reason.ORIGINAL_RAISES: "the original raises on every input",
    Reason.ORIGINAL_CRASHES: "the process died while it ran the original",
    Reason.IMPORT_FAILED: "its module cannot be imported",
    Reason.NESTED_FUNCTION: "it is nested in a function that has no inputs",
    Reason.UNPICKLABLE: "an argument cannot be handed to another process",
    Reason.OPAQUE_RESULT: "it returns an object that cannot be compared",
    Reason.NOTHING_TO_COMPARE: "there is no result, output or changed argument to compare",
    Reason.NONDETERMINISTIC: "the original gives another result each time",
    Reason.ILL_CONDITIONED: "rounding alone changes the original's result too much",
    Reason.NO_F64_RUN: "the original does not run with 64-bit types",
    Reason.TIMEOUT: "there was no answer in time",
    Reason.NEEDS_BACKEND: "it needs devices that are not here",
    Reason.NOT_IN_OVERLAY: "the project is imported from other files than the linted ones",
    Reason.NO_JAX: "JAX cannot be imported where the project would run",
    Reason.TREE_CHANGED: "running it changed files of the project",
    Reason.NO_FUNCTION: "the change is not inside a function",
    Reason.NOTEBOOK: "fixes of notebooks are not verified",
    Reason.NOT_REACHED: "the time for all (--budget) was over before it was decided",
}


def meaning(reason: str) -> str:
    """A reason in words for people; what is no reason of the list stays as it is."""
    try:
        return _MEANING[Reason(reason)]
    except ValueError:
        return reason


def unverified(reason: Reason, detail: str = "", inputs: str = "") -> Evidence:
    """Evidence that decides nothing, with the reason why."""
    detail = explained(detail)
    checks = (Check("inputs" if "INPUT" in reason else "run", None, detail),) if detail else ()
    return Evidence(Verdict.UNVERIFIED, reason=reason.value, checks=checks, inputs=inputs)


def refuted(name: str, detail: str, inputs: str = "") -> Evidence:
    """Evidence against a rewrite that failed before anything could be compared."""
    detail = explained(detail)
    return Evidence(Verdict.REFUTED, checks=(Check(name, False, detail),), inputs=inputs)


def checks_of(rows: list[dict[str, Any]]) -> tuple[Check, ...]:
    """The checks of a child's answer."""
    return tuple(Check(**row) for row in rows)
