"""Which rows of a file matter less than others, and why."""

from __future__ import annotations

from collections.abc import Mapping

from jaxopt_lint.finding import AT_WORK, RETIRED, UNREACHED
from jaxopt_lint.semantics.jax.demos import demo_rows
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.retired import retired_rows
from jaxopt_lint.semantics.jax.uncalled import uncalled_rows
from jaxopt_lint.semantics.jax.unreached import unreached_rows
from jaxopt_lint.settings.severity import Step


def quiet_rows(facts: Facts | None, program: bool) -> Mapping[int, tuple[Step, str]]:
    """By row, what becomes of the severity of a finding there, and for what.

    Args:
        program: all of the project was looked at, and the file is not for others to install.
    """
    if facts is None:
        return {}
    shown = dict.fromkeys(demo_rows(facts), (Step.INFO, AT_WORK))
    retired = dict.fromkeys(retired_rows(facts), (Step.INFO, RETIRED))
    unreached = dict.fromkeys(unreached_rows(facts), (Step.INFO, UNREACHED))
    # What would fail there fails for nobody, until somebody comes to use it.
    several = bool(facts.project.texts)  # one file alone may be a part of anything
    uncalled = uncalled_rows(facts) if program and several else ()
    return {**dict.fromkeys(uncalled, (Step.LESS, UNREACHED)), **shown, **retired, **unreached}
