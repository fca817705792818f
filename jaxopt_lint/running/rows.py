"""Which rows of a file matter less than others, and why."""

from __future__ import annotations

from collections.abc import Mapping

from jaxopt_lint.finding import AT_WORK, RETIRED, UNREACHED
from jaxopt_lint.semantics.jax.demos import demo_rows
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.retired import retired_rows
from jaxopt_lint.semantics.jax.unreached import unreached_rows
from jaxopt_lint.settings.severity import Step


def quiet_rows(facts: Facts | None) -> Mapping[int, tuple[Step, str]]:
    """By row, what becomes of the severity of a finding there, and for what."""
    if facts is None:
        return {}
    shown = dict.fromkeys(demo_rows(facts), (Step.INFO, AT_WORK))
    retired = dict.fromkeys(retired_rows(facts), (Step.INFO, RETIRED))
    return {**shown, **retired, **dict.fromkeys(unreached_rows(facts), (Step.INFO, UNREACHED))}
