"""`jaxopt-lint record -- COMMAND`: keep real inputs for later verification."""

from __future__ import annotations

import json
from typing import Any

import click

from jaxopt_lint.cli import observed
from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli.output import Output
from jaxopt_lint.report.console import count, one_line
from jaxopt_lint.running.ends import CLEAN, CannotDo


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    epilog="This is `jaxopt-lint observe --record` without the watching: `observe list`, `show` "
    "and `clean` know what was recorded.",
)
@click.option(
    "--function",
    "functions",
    multiple=True,
    metavar="MODULE:NAME",
    help="Keep the calls of these functions only.",
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=4,
    show_default=True,
    help="Calls to keep of each function.",
)
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text")
@opt.config_options
@opt.console_options
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND...")
def record(
    functions: tuple[str, ...],
    limit: int,
    output_format: str,
    command: tuple[str, ...],
    **given: Any,
) -> int:
    """Run a command and keep calls of the project's functions as inputs to verify with.

    Without a command, the ones in the configuration (`verify.record`) are run. The exit code is
    that of the command.
    """
    import shlex

    from jaxopt_lint.observe.recorded import recorded
    from jaxopt_lint.observe.running import Options
    from jaxopt_lint.running.watching import observe

    output = Output.of(given)
    config = opt.settings((), given)
    commands = [list(command)] if command else [shlex.split(c) for c in config.verify.record]
    if not commands or not all(commands):
        raise CannotDo("nothing to run: jaxopt-lint record -- pytest -q tests")
    store = observed.store(given)
    observed.check_recordable()
    options = Options(watch=False, record=True, only=functions, limit=limit)
    code = CLEAN
    for words in commands:
        observed.check_command(words)
        header, ended = observe(words, store.root, options)
        code = code or ended
        found = recorded(store.path(header.name))
        if output_format == "json":
            summary = {
                "returncode": ended,
                "run": header.name,
                "recorded": {name: len(calls) for name, calls in found.calls.items()},
                "problems": {name: lost.why for name, lost in found.lost.items()},
                "never_called": found.never_called,
            }
            output.results(json.dumps(summary, indent=2), exact=True)
            continue
        output.note(f"Kept {count(found.count, 'call')} of {count(len(found.calls), 'function')}.")
        for name, calls in found.calls.items():
            output.note(f"  {one_line(name)}: {len(calls)}", level=1)
        for name, lost in found.lost.items():
            output.note(f"  {one_line(name)}: {one_line(lost.why)}")
        never = found.never_called
        if never:
            more = f" and {len(never) - 5} more" * (len(never) > 5)
            output.note(f"Never called: {one_line(', '.join(never[:5]))}{more}.")
    return code
