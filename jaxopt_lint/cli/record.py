"""`jaxopt-lint record -- COMMAND`: keep real inputs for later verification."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli.output import Output
from jaxopt_lint.report.console import count, one_line
from jaxopt_lint.running.ends import CLEAN, CannotDo


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
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

    from jaxopt_lint.verify.record import CannotRecord
    from jaxopt_lint.verify.record import record as run
    from jaxopt_lint.verify.sources import STORE

    output = Output.of(given)
    config = opt.settings((), given)
    commands = [list(command)] if command else [shlex.split(c) for c in config.verify.record]
    if not commands or not all(commands):
        raise CannotDo("nothing to run: jaxopt-lint record -- pytest -q tests")
    code = CLEAN
    store = config.root / STORE
    if not store.resolve().is_relative_to(config.root.resolve()):  # what is there is replaced
        raise CannotDo(f"{store}: a link leads out of the project; nothing is recorded there")
    for words in commands:
        if shutil.which(words[0]) is None and not Path(words[0]).is_file():
            raise CannotDo(f"`{words[0]}` is no command that can be found")
        try:
            summary = run(words, config.root, store, list(functions) or None, limit)
        except CannotRecord as error:
            raise CannotDo(str(error)) from None
        code = code or summary.returncode
        if output_format == "json":
            output.results(json.dumps(vars(summary), indent=2, default=str), exact=True)
            continue
        kept = sum(summary.recorded.values())
        output.note(f"Kept {count(kept, 'call')} of {count(len(summary.recorded), 'function')}.")
        for name, calls in summary.recorded.items():
            output.note(f"  {one_line(name)}: {calls}", level=1)
        for name, problem in summary.problems.items():
            output.note(f"  {one_line(name)}: {one_line(problem)}")
        if summary.never_called:
            shown = ", ".join(summary.never_called[:5])
            more = f" and {len(summary.never_called) - 5} more" * (len(summary.never_called) > 5)
            output.note(f"Never called: {one_line(shown)}{more}.")
    return code
