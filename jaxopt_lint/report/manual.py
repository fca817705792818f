"""The manual page of a rule, with what its fixes rest on."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from jaxopt_lint import registry
from jaxopt_lint.report.text import PROMISES

if TYPE_CHECKING:
    from jaxopt_lint.codemod import AnyCodemod
    from jaxopt_lint.rule import AnyRule

_SECTION = "## Fix safety"
_WEIGHED = """\
## Severity
What this costs depends on how often the code runs, and on what else runs meanwhile, which the
source seldom tells. Unless said otherwise above, what would be a warning is told for information
(`--severity info`) until `jaxopt-lint observe -- COMMAND` has watched a run that loses by it; from
then on it is a warning, with the time that it takes."""


def explanation(rule: AnyRule) -> str:
    """The docstring of a rule, with the preconditions of its fixes under "Fix safety", and who
    tells how much it costs, where the source does not."""
    text = _with_fixes(rule)
    if not rule.weighed_by_runs:
        return text
    return f"{text.rstrip()}\n\n{_WEIGHED}"


def _with_fixes(rule: AnyRule) -> str:
    text = inspect.getdoc(rule) or rule.summary
    names = [name for name in (rule.fix, *rule.other_fixes) if name is not None]
    added = [rests_on(codemod) for codemod in map(registry.codemod, names)]
    shown = "\n\n".join(part for part in added if part)
    if not shown:
        return text
    head, found, tail = text.partition(f"{_SECTION}\n")
    if not found:
        return f"{text}\n\n{_SECTION}\n{shown}"
    body, mark, rest = tail.partition("\n## ")
    return f"{head}{found}{body.rstrip()}\n\n{shown}\n{mark}{rest}"


def promised(codemod: AnyCodemod) -> str:
    """What a codemod promises at best, in words."""
    best = PROMISES[codemod.promise]
    return f"at best: {best}" if codemod.preconditions else best


def rests_on(codemod: AnyCodemod) -> str:
    """The preconditions of a codemod, as a Markdown list; "" where it declares none."""
    if not codemod.preconditions:
        return ""
    lines = [
        f"`{codemod.name}` rests on these. Where one is broken there is no fix, and where one is "
        "not proven",
        "the fix promises less and names it:",
        "",
    ]
    lines += [f"- *{p.name}*: {p.sentence}" for p in codemod.preconditions]
    return "\n".join(lines)


__all__ = ["explanation", "promised", "rests_on"]
