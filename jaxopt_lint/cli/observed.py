"""What was observed: `observe list | show | diff | clean`, and the report after a run."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli.output import Output
from jaxopt_lint.running.ends import CLEAN, FINDINGS, CannotDo

if TYPE_CHECKING:
    from jaxopt_lint.observe.limits import Limit
    from jaxopt_lint.observe.losses.table import Table
    from jaxopt_lint.observe.recorded import Recorded
    from jaxopt_lint.observe.store import Store

_format = click.option(
    "--output-format",
    type=opt.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the report is printed.",
)
report_options = opt.options(
    _format,
    click.option("-o", "--output-file", metavar="FILE", help="Write the report to a file."),
    click.option("--html", metavar="FILE", help="Also write it as a page for a browser."),
    click.option("--perfetto", metavar="FILE", help="Also write a trace for ui.perfetto.dev."),
    click.option(
        "--fail-on",
        multiple=True,
        metavar="LIMIT",
        help="Exit with 1 where this holds, as in 'compiles>3' or 'lost-share>10%'; may be given "
        "more than once.",
    ),
)


@click.command("list")
@_format
@opt.config_options
@opt.console_options
def list_runs(output_format: str, **given: Any) -> int:
    """List the runs that are kept, the last one first."""
    from jaxopt_lint.observe.recorded import recorded
    from jaxopt_lint.observe.store import UnknownRun
    from jaxopt_lint.report.console import clean, one_line
    from jaxopt_lint.report.observed import calls, head

    output, runs = Output.of(given), store(given)
    headers = []
    for name in reversed(runs.names()):
        try:
            headers.append(runs.header(name))
        except UnknownRun as error:
            output.warn(str(error))
    for name in runs.strangers():
        output.warn(f"`{name}` in {runs.runs} is no run")
    if output_format == "json":
        found = [
            {
                "name": one.name,
                "command": one.command,
                "started": one.started,
                "calls": recorded(runs.runs / one.name).count,
            }
            for one in headers
        ]
        output.results(json.dumps(found, indent=2), exact=True)
        return CLEAN
    if not headers:
        output.note("No run was observed here: jaxopt-lint observe -- python train.py")
    lines = []
    for one in headers:
        kept = calls.summary(recorded(runs.runs / one.name))
        more = f"  ({kept})" if kept else ""
        lines.append(f"{one.name}  {clean(one_line(head.typed(one.command)))}{more}")
    output.results("\n".join(lines))
    return CLEAN


@click.command(epilog="Exit codes: 0, 1 where a --fail-on holds, 2 could not do the job.")
@click.argument("run", default="", metavar="[RUN]")
@report_options
@opt.config_options
@opt.console_options
def show(run: str, **given: Any) -> int:
    """Print the report of a run, or of the last one, to standard output."""
    output = Output.of(given)
    return report(store(given), run, given, limits(given["fail_on"]), output, err=False)


@click.command()
@click.argument("before", default="", metavar="[A")
@click.argument("after", default="", metavar="B]")
@_format
@opt.config_options
@opt.console_options
def diff(before: str, after: str, output_format: str, **given: Any) -> int:
    """Say what changed from one run to another, or between the last two."""
    from jaxopt_lint.observe.difference import difference
    from jaxopt_lint.report.observed import compared

    output, runs = Output.of(given), store(given)
    if not after:
        names = runs.watched()
        if len(names) < 2:
            raise CannotDo("there are no two runs to compare")
        before, after = (before, names[-1]) if before else (names[-2], names[-1])
    first, second = read(runs, before), read(runs, after)
    found = difference(first, second)
    if output_format == "json":
        output.results(compared.as_json(first, second, found), exact=True)
    else:
        output.results(compared.text(first, second, found, output.style))
    return CLEAN


@click.command(short_help="Remove runs and what was kept of them.")
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option("--keep", type=click.IntRange(0), metavar="N", help="Keep the last N runs.")
@opt.config_options
@opt.console_options
def clean(runs: tuple[str, ...], keep: int | None, **given: Any) -> int:
    """Remove runs and what was kept of them: all, those that are named, or all but the last N."""
    from jaxopt_lint.observe.losses.amounts import counted

    output, kept = Output.of(given), store(given)
    if runs and keep is not None:
        raise CannotDo("name runs to remove, or say how many to keep, not both")
    names = list(runs)
    if not names:
        names = kept.names()
        names = names[: len(names) - keep] if keep is not None else names
    for name in names:
        _path(kept, name)
    kept.remove(names)
    if not runs and not keep:
        kept.clear()
    output.note(f"Removed {counted(len(names), 'run')}.")
    return CLEAN


def store(given: dict[str, Any]) -> Store:
    """The store of the project.

    Raises:
        CannotDo: a link leads out of the project; what is there is read, written and removed.
    """
    from jaxopt_lint.observe.store import Store

    root = opt.settings((), given).root.resolve()
    out = Store(root)
    for folder in (out.folder, out.runs, out.contents, out.values):
        if not folder.resolve().is_relative_to(root):
            raise CannotDo(f"{folder}: a link leads out of the project")
    return out


def check_command(command: Sequence[str]) -> None:
    """See that there is such a command.

    Raises:
        CannotDo: there is none.
    """
    if shutil.which(command[0]) is None and not Path(command[0]).is_file():
        raise CannotDo(f"`{command[0]}` is no command that can be found")


def check_recordable() -> None:
    """See that what is recorded now will be believed later.

    Raises:
        CannotDo: nothing can be signed.
    """
    from jaxopt_lint.files.secret import signature

    if signature() is None:
        raise CannotDo("recordings cannot be signed: your home folder takes no key; set HOME")


def limits(texts: Sequence[str]) -> list[Limit]:
    """The limits that `--fail-on` gives.

    Raises:
        CannotDo: one cannot be read.
    """
    from jaxopt_lint.observe.limits import BadLimit, limit

    try:
        return [limit(text) for text in texts]
    except BadLimit as error:
        raise CannotDo(f"--fail-on: {error}") from None


def read(runs: Store, name: str) -> Table:
    """The table of a run, or of the last one.

    Raises:
        CannotDo: there is none, or it cannot be read.
    """
    from jaxopt_lint.observe.losses.table import table
    from jaxopt_lint.observe.reading import CannotRead
    from jaxopt_lint.observe.reading import read as read_run

    try:
        return table(read_run(_path(runs, name)))
    except CannotRead as error:
        raise CannotDo(str(error)) from None


def _path(runs: Store, name: str) -> Path:
    from jaxopt_lint.observe.store import UnknownRun

    try:
        return runs.path(name)
    except UnknownRun as error:
        raise CannotDo(f"{error}; `jaxopt-lint observe list` lists them") from None


def report(
    runs: Store, name: str, given: dict[str, Any], limits: list[Limit], output: Output, *, err: bool
) -> int:
    """Write the reports of a run that the options ask for; 1 where a limit is exceeded.

    Args:
        err: whether the report goes to standard error, as standard output is the program's.
    """
    from jaxopt_lint.observe.figures import figures
    from jaxopt_lint.observe.recorded import recorded

    table = read(runs, name)
    _print(table, recorded(_path(runs, name)), given, output, err=err)
    if given["html"]:
        from jaxopt_lint.report.observed.page import page

        write(given["html"], page(table))
    if given["perfetto"]:
        from jaxopt_lint.report.observed.perfetto import perfetto

        write(given["perfetto"], perfetto(table))
    found = figures(table) if limits else {}
    told = [text for text in (limit.exceeded(found) for limit in limits) if text]
    for text in told:
        output.note(f"{output.error_style('failed', 'red', 'bold')}: {text}", level=-1)
    return FINDINGS if told else CLEAN


def _print(
    table: Table, found: Recorded, given: dict[str, Any], output: Output, *, err: bool
) -> None:
    if given["output_format"] == "json":
        from jaxopt_lint.report.observed.as_json import as_json

        text, exact = as_json(table, found), True
    else:
        from jaxopt_lint.report.observed.text import text as as_text

        style = output.error_style if err and not output.file else output.style
        text, exact = as_text(table, style, found, verbose=output.level > 0), False
    if output.file or not err:
        output.results(text, exact=exact)
    elif exact:
        if output.level > -2:
            click.echo(text, nl=False, err=True)
    else:
        output.note(text.rstrip("\n"))


def write(path: str, text: str) -> None:
    """Write a file that was asked for.

    Raises:
        CannotDo: it cannot be written.
    """
    try:
        Path(path).write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise CannotDo(f"{path}: cannot be written: {error.strerror}") from None
