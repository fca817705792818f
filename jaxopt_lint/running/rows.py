"""Which rows of a file matter less than others, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jaxopt_lint.finding import AT_WORK, RETIRED, UNIMPORTABLE, UNREACHED
from jaxopt_lint.patterns.name_not_in_module import dead_imports
from jaxopt_lint.running.behind import rows_besides
from jaxopt_lint.semantics.jax.demos import demo_rows
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.retired import retired_rows
from jaxopt_lint.semantics.jax.uncalled import uncalled_rows
from jaxopt_lint.semantics.jax.unreached import unreached_rows
from jaxopt_lint.settings.severity import Step


def quiet_rows(
    facts: Facts | None, whole: bool, others: bool, behind: Iterable[int] = ()
) -> Mapping[int, tuple[Step, str]]:
    """By row, what becomes of the severity of a finding there, and for what.

    Args:
        whole: all of the project was looked at.
        others: the file is there for others to install, who may call what the project does not.
        behind: the rows that stand behind what always raises.
    """
    if facts is None:
        return {}
    shown = dict.fromkeys(demo_rows(facts), (Step.INFO, AT_WORK))
    retired = dict.fromkeys(retired_rows(facts), (Step.INFO, RETIRED))
    unreached = dict.fromkeys((*unreached_rows(facts), *behind), (Step.INFO, UNREACHED))
    # What would fail there fails for nobody, until somebody comes to use it.
    several = bool(facts.project.texts)  # one file alone may be a part of anything
    rows = uncalled_rows(facts) if whole and several else None
    uncalled = rows.of_packages if rows and others else rows.of_programs if rows else ()
    failing = [one.node for one in dead_imports(facts)]
    besides = rows_besides(facts, failing) if failing else ()  # the import itself is told
    dead = dict.fromkeys(besides, (Step.INFO, UNIMPORTABLE))
    # Those who install a package may call what it does not; a program has nobody else.
    less = dict.fromkeys(uncalled, (Step.LESS if others else Step.INFO, UNREACHED))
    return {**less, **shown, **retired, **unreached, **dead}
