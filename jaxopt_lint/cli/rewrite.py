"""`jaxopt-lint rewrite`: one codemod, on request."""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Any

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli.output import Output
from jaxopt_lint.files.notebook import SUFFIX
from jaxopt_lint.report.console import one_line
from jaxopt_lint.running.ends import CLEAN, FINDINGS, CannotDo


@click.command(
    epilog="Exit codes: 0 rewritten, 1 nothing was rewritten or --diff shows a change, "
    "2 could not do the job."
)
@click.argument("codemod", required=False)
@click.argument("target", required=False, metavar="FILE[:FUNCTION]")
@click.option("--list", "listed", is_flag=True, help="List the codemods.")
@click.option("--diff", is_flag=True, help="Print what would change; change nothing.")
@opt.console_options
def rewrite(codemod: str | None, target: str | None, listed: bool, diff: bool, **given: Any) -> int:
    """Run a codemod on what it is for in a file, or in one function of it."""
    from jaxopt_lint import registry

    output = Output.of(given)
    names = sorted(registry.codemod_names())
    if listed:
        from jaxopt_lint.report.manual import promised

        column = max((len(name) for name in names), default=0)
        for name in names:
            made = registry.codemod(name)
            title = (made.__doc__ or "").strip().splitlines()[0].rstrip(".")
            output.results(f"{name.ljust(column)}  {title} ({promised(made)})")
            if made.preconditions:
                rests = ", ".join(p.name for p in made.preconditions)
                output.results(f"{' ' * column}  rests on {rests}")
        return CLEAN
    if codemod is None or target is None:
        raise CannotDo("name a codemod and a file: jaxopt-lint rewrite vmap train.py:loss")
    if codemod not in names:
        near = difflib.get_close_matches(codemod, names, 1, 0.5)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        raise CannotDo(f"there is no codemod `{codemod}`{hint}")
    path, qualname = _split(target)
    if path.suffix == SUFFIX:
        hint = "`jaxopt-lint check --fix --select RULE` fixes what a rule finds there"
        raise CannotDo(f"{target}: codemods are not run on notebooks; {hint}")

    from jaxopt_lint.files.writing import OUTSIDE, leads_out, write_atomically
    from jaxopt_lint.fixing.run import rewrite as run
    from jaxopt_lint.report.diff import unified
    from jaxopt_lint.settings.configfile import load_config
    from jaxopt_lint.settings.discovery import DiscoveredFile, project_directories

    made_fix = run(path, codemod, qualname)
    if made_fix.error:
        raise CannotDo(f"{target}: {made_fix.error}")
    for finding, reason in made_fix.refused:
        output.warn(f"{path}:{finding.start.row}: {codemod} refused: {reason}")
    old, new = made_fix.source.text, made_fix.new_text
    if new == old:
        if not made_fix.refused:
            output.note(f"{one_line(target)}: nothing changed: {_why_nothing(codemod, qualname)}")
        return FINDINGS
    if diff:
        shown = Path(os.path.relpath(path)).as_posix()
        output.patch(unified(old, new, shown, output.style))
        return FINDINGS
    place = Path(os.path.abspath(path))
    file = DiscoveredFile(place, target, explicit=True)
    if leads_out(place, project_directories(file, load_config(place.parent))):
        raise CannotDo(f"{target}: not rewritten: {OUTSIDE}")
    write_atomically(made_fix.source, new)
    output.note(f"Rewrote {one_line(target)}.")
    return CLEAN


def _why_nothing(codemod: str, qualname: str) -> str:
    """What a codemod would have rewritten, and that there is none of it."""
    from jaxopt_lint import registry

    rules = registry.proposing(codemod)
    where = f"in `{qualname}`" if qualname else "in the file"
    if any(rule.subject != "code" for rule in rules):
        names = " and ".join(f"`jaxopt-lint check --select {rule.name} --diff`" for rule in rules)
        return f"`{codemod}` is run on findings only; {names} shows what it would do"
    what = " and ".join(f"what `{rule.name}` reports" for rule in rules) or "another pattern"
    return f"`{codemod}` rewrites {what}, and there is none of it {where}"


def _split(target: str) -> tuple[Path, str]:
    """The file and the function that a target names."""
    path = Path(target)
    qualname = ""
    if not path.exists() and ":" in target:
        file, _, qualname = target.rpartition(":")
        path = Path(file)
    if not path.is_file():
        raise CannotDo(f"{path}: no such file")
    return path, qualname
