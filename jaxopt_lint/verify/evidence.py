"""Why nothing could be decided, and how evidence is put together."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from jaxopt_lint.finding import Check, Evidence, Verdict


class Reason(StrEnum):
    """The fixed list of reasons of an UNVERIFIED verdict."""

    NEVER_CALLED = "NEVER_CALLED"  # there are recordings, none of this function
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
    TIMEOUT = "TIMEOUT"  # of the original
    NEEDS_BACKEND = "NEEDS_BACKEND"
    NOT_IN_OVERLAY = "NOT_IN_OVERLAY"  # the project was imported from somewhere else
    NO_JAX = "NO_JAX"  # not in the interpreter of the project
    TREE_CHANGED = "TREE_CHANGED"  # the user's code wrote into the user's tree


def unverified(reason: Reason, detail: str = "", inputs: str = "") -> Evidence:
    """Evidence that decides nothing, with the reason why."""
    checks = (Check("inputs" if "INPUT" in reason else "run", None, detail),) if detail else ()
    return Evidence(Verdict.UNVERIFIED, reason=reason.value, checks=checks, inputs=inputs)


def refuted(name: str, detail: str, inputs: str = "") -> Evidence:
    """Evidence against a rewrite that failed before anything could be compared."""
    return Evidence(Verdict.REFUTED, checks=(Check(name, False, detail),), inputs=inputs)


def checks_of(rows: list[dict[str, Any]]) -> tuple[Check, ...]:
    """The checks of a child's answer."""
    return tuple(Check(row["name"], row["passed"], row["detail"]) for row in rows)
