"""Which rows of a file matter less than others, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jaxopt_lint.finding import AT_WORK, RETIRED, UNIMPORTABLE, UNREACHED
from jaxopt_lint.patterns.name_not_in_module import dead_imports
from jaxopt_lint.running.behind import rows_besides
from jaxopt_lint.semantics.jax.demos import demo_rows
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.retired import retired_rows
from jaxopt_lint.semantics.jax.unbound import unbound_read
from jaxopt_lint.semantics.jax.uncalled import uncalled_rows
from jaxopt_lint.semantics.jax.unreached import unreached_rows
from jaxopt_lint.settings.severity import Step

Quiet = tuple[Step, str, str]  # what becomes of a severity, the pattern that says so, and why


def quiet_rows(
    facts: Facts | None, whole: bool, others: bool, behind: Iterable[int] = ()
) -> Mapping[int, Quiet]:
    """By row, what becomes of the severity of a finding there, and for what.

    Args:
        whole: all of the project was looked at.
        others: the file is there for others to install, who may call what the project does not.
        behind: the rows that stand behind what always raises.
    """
    if facts is None:
        return {}
    shown = {row: (Step.INFO, AT_WORK, why) for row, why in demo_rows(facts).items()}
    retired = dict.fromkeys(retired_rows(facts), (Step.INFO, RETIRED, ""))
    behind = dict.fromkeys(behind, (Step.INFO, UNREACHED, ""))
    unreached = {row: (Step.INFO, UNREACHED, why) for row, why in unreached_rows(facts).items()}
    failing = [one.node for one in dead_imports(facts)]
    besides = rows_besides(facts, failing) if failing else ()  # the import itself is told
    dead = dict.fromkeys(besides, (Step.INFO, UNIMPORTABLE, ""))
    # What would fail there fails for nobody, until somebody comes to use it.
    several = bool(facts.project.texts)  # one file alone may be a part of anything
    less = {**_uncalled(facts, others), **_unbound(facts)} if whole and several else {}
    return {**less, **shown, **retired, **behind, **unreached, **dead}


def _unbound(facts: Facts) -> dict[int, Quiet]:
    """All rows of a file that cannot be imported, as it reads of what nothing binds."""
    name = unbound_read(facts)
    if name is None:
        return {}
    why = f"nothing binds `{name.id}`, of which line {name.lineno} reads when it is imported"
    rows = range(1, len(facts.module.lines) + 1)
    return dict.fromkeys(rows, (Step.INFO, UNREACHED, why))


def _uncalled(facts: Facts, others: bool) -> dict[int, Quiet]:
    """Rows of what nothing calls: those who install a package may call what it does not; a program
    has nobody else."""
    rows = uncalled_rows(facts)
    # What runs where the file does may fail there.
    heads = {row: (Step.LOWER, UNREACHED, why) for row, why in rows.heads.items()}
    if not others:
        return heads | {row: (Step.INFO, UNREACHED, why) for row, why in rows.of_programs.items()}
    public = {row: (Step.LESS, UNREACHED, why) for row, why in rows.of_packages.items()}
    private = {row: (Step.INFO, UNREACHED, why) for row, why in rows.private.items()}
    return {row: heads[row] for row in heads if rows.of_packages} | public | private
